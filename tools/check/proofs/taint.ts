import { allIn, calleeName, isNode, namesIn, textOf, type Node } from './syntax.ts';

/** Calls that hand on what they are given: an answer of anything else is the product's, not the contract's. */
const HANDS_ON: ReadonlySet<string> = new Set(['Object', 'Array', 'Set', 'Map']);

/** Imports of the contract: by its name, or in its own tests by its folder. */
const isContract = (path: string, isWithin: boolean): boolean =>
  path.startsWith('@gantry/contract') || (isWithin && /^(\.\.\/)+src\//.test(path));

const names = (nodes: readonly unknown[]): string[] => nodes.filter(isNode).flatMap((node) => patternNames(node));

/** Names that a pattern binds: `{ a, b: [c] }`. */
function patternNames(node: Node): string[] {
  switch (node.type) {
    case 'Identifier':
      return [node['value'] as string];
    case 'ArrayPattern':
      return names(node['elements'] as unknown[]);
    case 'ObjectPattern':
      return (node['properties'] as Node[]).flatMap((property) =>
        names([property.type === 'AssignmentPatternProperty' ? property['key'] : (property['value'] ?? property['argument'])]),
      );
    default:
      return names([node['left'] ?? node['argument'] ?? node['pat']]);
  }
}

/** Whether a value is the contract's, or made of the contract's alone: members, lists, what is mapped and filtered. */
function isMade(node: Node, tainted: ReadonlySet<string>): boolean {
  const own = (value: unknown): boolean => isNode(value) && isMade(value, tainted);
  switch (node.type) {
    case 'Identifier':
      return tainted.has(node['value'] as string);
    case 'MemberExpression':
    case 'TsNonNullExpression':
    case 'TsAsExpression':
    case 'TsConstAssertion':
    case 'ParenthesisExpression':
      return own(node['object']) || own(node['expression']);
    case 'ArrayExpression':
      return (node['elements'] as ({ expression: Node } | null)[]).some((element) => own(element?.expression));
    case 'NewExpression':
    case 'CallExpression': {
      const callee = node['callee'] as Node;
      const given = ((node['arguments'] ?? []) as { expression: Node }[]).some(({ expression }) => own(expression));
      return (HANDS_ON.has(calleeName(node) ?? '') && given) || (callee.type === 'MemberExpression' && own(callee['object']));
    }
    default:
      return false;
  }
}

/** Of a module: the names that stand for values of the contract. A function gets those of the whole module, which is on the safe side. */
export function contractNames(module: Node, isWithin: boolean): (at: Node) => ReadonlySet<string> {
  const isOwn = module['body'] as Node[];
  const tainted = new Set(
    isOwn
      .filter(
        (node) =>
          node.type === 'ImportDeclaration' && node['typeOnly'] !== true && isContract(textOf(node['source'] as Node) ?? '', isWithin),
      )
      .flatMap((node) => (node['specifiers'] as (Node & { isTypeOnly?: boolean; local: Node })[]).filter(({ isTypeOnly }) => !isTypeOnly))
      .map(({ local }) => local['value'] as string),
  );
  const nodes = allIn(module);
  for (let before = -1; before < tainted.size;) {
    before = tainted.size;
    for (const node of nodes) {
      if (node.type === 'VariableDeclarator' && isNode(node['init']) && isMade(node['init'], tainted))
        for (const name of patternNames(node['id'] as Node)) tainted.add(name);
      if (node.type === 'ForOfStatement' && isMade(node['right'] as Node, tainted))
        for (const declared of ((node['left'] as Node)['declarations'] ?? []) as Node[])
          for (const name of patternNames(declared['id'] as Node)) tainted.add(name);
    }
  }
  return (at) => new Set(namesIn(at).filter((name) => tainted.has(name)));
}
