/** What the checks of tests need of swc's syntax trees. Nodes are plain objects with a `type`; children are found by their shape alone. */
import { parseSync } from '@swc/core';

export interface Node {
  readonly type: string;
  readonly [member: string]: unknown;
}

/** Parses TypeScript; a file's name says whether it holds JSX. */
export const parse = (source: string, file: string): Node =>
  parseSync(source, { syntax: 'typescript', tsx: file.endsWith('x'), target: 'es2024' }) as object as Node;

export const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;

/** The nodes directly below one; swc wraps arguments and elements in objects without a type. */
function childrenOf(value: unknown): Node[] {
  if (typeof value !== 'object' || value === null) return [];
  const members = Object.values(value).filter((member) => typeof member === 'object' && member !== null);
  return members.flatMap((member: unknown) => (isNode(member) ? [member] : childrenOf(member)));
}

/** A node and all below it, outermost first. */
export function allIn(node: Node, found: Node[] = []): Node[] {
  found.push(node);
  for (const child of childrenOf(node)) allIn(child, found);
  return found;
}

/** Names that are read in a node: no members, no keys, no types. */
export function namesIn(node: Node): string[] {
  if (node.type.startsWith('Ts') && !node.type.endsWith('Expression')) return [];
  if (node.type === 'Identifier') return [node['value'] as string];
  if (node.type === 'MemberExpression') {
    const { object, property } = node as Node & { object: Node; property: Node };
    return [...namesIn(object), ...(property.type === 'Computed' ? namesIn(property) : [])];
  }
  if (node.type === 'KeyValueProperty') return namesIn(node['value'] as Node);
  return childrenOf(node).flatMap(namesIn);
}

/** What is called: `it.each(table)(title, run)` → the innermost name, `it`. */
export function calleeName(call: Node): string | undefined {
  let at: unknown = call;
  while (isNode(at)) {
    if (at.type === 'Identifier') return at['value'] as string;
    at = at.type === 'CallExpression' ? at['callee'] : at['object'];
  }
  return undefined;
}

/** The arguments of a call. */
export const argumentsOf = (call: Node): Node[] =>
  ((call['arguments'] ?? []) as { expression: Node }[]).map(({ expression }) => expression);

/** The elements of a list, without what is spread into it. */
export const elementsOf = (list: Node): Node[] =>
  (list['elements'] as ({ spread: unknown; expression: Node } | null)[]).flatMap((element) =>
    element && !element.spread ? [element.expression] : [],
  );

/** A text that stands in the source; `*` where a template puts a value in. */
export function textOf(node: Node | undefined): string | undefined {
  if (node?.type === 'StringLiteral') return node['value'] as string;
  if (node?.type !== 'TemplateLiteral') return undefined;
  return (node['quasis'] as { cooked: string }[]).map(({ cooked }) => cooked).join('*');
}

/** A function, wherever it stands. */
export const isFunction = ({ type }: Node): boolean => type === 'ArrowFunctionExpression' || type === 'FunctionExpression';
