/**
 * What can be said of a test's proof without running it:
 * - a title names its requirements in one group of brackets, at its end: another one would be lost;
 * - a test that names some asserts something, itself or by a helper;
 * - a test of `const.` or `api.` requirements writes down what it expects: a name imported from the contract, or one made of it, stands in
 *   no matcher's arguments. A value that both sides take from one place shows nothing when it is wrong there;
 * - brackets at the end of a title of a tool's test name requirements: what else stands there would be counted as one that nobody knows.
 */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { filesBelow, root } from '../../lib/files.ts';
import { idsOf } from '../../conformance/titles.ts';
import { findingOf, type Finding } from '../step.ts';
import { allIn, argumentsOf, calleeName, elementsOf, isFunction, isNode, namesIn, parse, textOf, type Node } from './syntax.ts';
import { contractNames } from './taint.ts';

/** Functions that make a test. */
const TESTS: ReadonlySet<string> = new Set(['it', 'test', 'step']);
const ASSERTS: ReadonlySet<string> = new Set(['expect', 'assert', 'expectTypeOf']);

/** A part of a title that looks like requirements: `[a.b, c.d-*]`, or a value alone. */
const GROUP = /\[((?:[a-z0-9*$-]+(?:\.[\w*$-]+)+|\*)(?:[\s,]+[a-z0-9*$-]+(?:\.[\w*$-]+)+)*)\]/g;

/** Ids of a title, and whether they stand in a single group at its end. */
export function groupsOf(title: string): { ids: string[]; isOne: boolean } {
  const groups = [...title.matchAll(GROUP)];
  const isLast = groups.at(-1) !== undefined && /^\s*$/.test(title.slice(groups.at(-1)!.index + groups.at(-1)![0].length));
  return { ids: groups.flatMap(([, list = '']) => list.split(/[\s,]+/)), isOne: groups.length === 0 || (groups.length === 1 && isLast) };
}

/** Whether a test of these must write down what it expects. Of an id that is a value nothing is known: it may be one of them. */
const isLiteral = (id: string): boolean => /^(const|api|\*)/.test(id);

/** Names of a module's own functions, with what they read. */
const functionsIn = (module: Node): Map<string, Node> =>
  new Map(
    allIn(module).flatMap((node): [string, Node][] => {
      const { identifier, id, init } = node as { identifier?: Node; id?: Node; init?: unknown };
      if (node.type === 'FunctionDeclaration' && identifier) return [[identifier['value'] as string, node]];
      if (node.type === 'VariableDeclarator' && id?.type === 'Identifier' && isNode(init)) return [[id['value'] as string, init]];
      return [];
    }),
  );

/** Whether a part of a module asserts, by itself or by what it calls. `helpers`: imported names that do. */
function asserts(part: Node, functions: ReadonlyMap<string, Node>, helpers: ReadonlySet<string>, seen = new Set<string>()): boolean {
  return namesIn(part).some((name) => {
    if (ASSERTS.has(name) || helpers.has(name)) return true;
    const own = functions.get(name);
    if (!own || seen.has(name)) return false;
    seen.add(name);
    return asserts(own, functions, helpers, seen);
  });
}

/** Imported names of relative modules that assert somewhere. */
const helpersOf = (module: Node, read: (path: string) => string | undefined): Set<string> =>
  new Set(
    (module['body'] as Node[])
      .filter((node) => node.type === 'ImportDeclaration')
      .filter((node) => {
        const path = textOf(node['source'] as Node) ?? '';
        return path.startsWith('.') && /\bexpect\w*\(/.test(read(path) ?? '');
      })
      .flatMap((node) => (node['specifiers'] as { local: Node }[]).map(({ local }) => local['value'] as string)),
  );

/** What is wrong with the tests of a module. `read`: the source of an imported relative module. */
export function proofFaults(file: string, source: string, read: (path: string) => string | undefined = () => undefined): string[] {
  // Most files name nothing, and need no parsing.
  if (!/\[(\$\{|[a-z0-9]+\.)/.test(source)) return [];
  const module = parse(source, file);
  const functions = functionsIn(module);
  const helpers = helpersOf(module, read);
  const ofContract = contractNames(module, file.startsWith('contract/'));
  const complaints: string[] = [];
  const titles = new Set<Node>();
  for (const call of allIn(module).filter(({ type }) => type === 'CallExpression')) {
    const [first] = argumentsOf(call);
    const title = textOf(first);
    if (!TESTS.has(calleeName(call) ?? '') || !first || title === undefined) continue;
    titles.add(first);
    const { ids, isOne } = groupsOf(title);
    if (!isOne) complaints.push(`"${title}": requirements stand in one group of brackets at the end`);
    if (ids.length === 0) continue;
    const run = argumentsOf(call).findLast(isFunction);
    if (!run || !asserts(run, functions, helpers)) complaints.push(`"${title}": names requirements and asserts nothing`);
    if (run && ids.some(isLiteral))
      for (const name of expectedNames(run, ofContract))
        complaints.push(`"${title}": expects ${name} of the contract; write the value down`);
  }
  for (const node of allIn(module)) {
    const text = titles.has(node) ? undefined : textOf(node);
    const ids = text === undefined ? [] : groupsOf(text).ids.filter((id) => !/[*$]/.test(id) && isKnown(id));
    if (ids.length > 0) complaints.push(`"${text}": ${ids.join()} stands outside of a test's title`);
  }
  return complaints;
}

const known = new Set(
  readFileSync(new URL('../../conformance/requirements.tsv', import.meta.url), 'utf8')
    .split('\n')
    .map((line) => line.split('\t', 1)[0] ?? ''),
);
const isKnown = (id: string): boolean => known.has(id);

/** Names of the contract in the arguments of matchers: `expect(…).toBe(PAGE_SIZE)`. */
function expectedNames(run: Node, ofContract: (at: Node) => ReadonlySet<string>): Set<string> {
  const names = ofContract(run);
  const matchers = allIn(run).filter((node) => {
    const callee = node['callee'];
    return node.type === 'CallExpression' && isNode(callee) && callee.type === 'MemberExpression' && calleeName(node) === 'expect';
  });
  return new Set(matchers.flatMap((matcher) => argumentsOf(matcher).flatMap(namesIn)).filter((name) => names.has(name)));
}

/** Titles of a test as far as they can be told: one for each row of a table where they end in a value of it. */
function titlesOf(call: Node, title: string): string[] {
  const places = [...title.matchAll(/%(?:[sdijof])/g)];
  const table = isNode(call['callee']) ? argumentsOf(call['callee'])[0] : undefined;
  const last = places.at(-1);
  if (table?.type !== 'ArrayExpression' || !last || last.index + last[0].length !== title.length) return [title];
  const cells = elementsOf(table).map((row) => (row.type === 'ArrayExpression' ? elementsOf(row)[places.length - 1] : row));
  return cells.map((cell) => title.slice(0, last.index) + (textOf(cell) ?? ''));
}

/** What is wrong with the titles of a tool's tests. `count` of requirements does the same with all titles of a run of everything. */
export function titleFaults(file: string, source: string): string[] {
  // Most files end no text in brackets, and need no parsing.
  if (!/\]\s*['"`]/.test(source)) return [];
  const calls = allIn(parse(source, file)).filter((call) => call.type === 'CallExpression' && TESTS.has(calleeName(call) ?? ''));
  return calls.flatMap((call) => {
    const title = textOf(argumentsOf(call)[0]);
    const titles = title === undefined ? [] : titlesOf(call, title);
    return titles.flatMap((one) =>
      idsOf(one)
        .filter((id) => !/[*$]/.test(id) && !isKnown(id))
        .map((id) => `"${one}": ${id} is no requirement`),
    );
  });
}

const folders = ['contract/test', 'server/test', 'console/test', 'e2e/specs'];
/** Beside what stands among the tests: helpers that may assert for them. */
const support = ['e2e/support'];

/** Looks at all tests. */
export function checkProofs(): Finding {
  const files = filesBelow(folders).filter((file) => /\.tsx?$/.test(file));
  const sources = new Map([...files, ...filesBelow(support)].map((file) => [file, readFileSync(join(root, file), 'utf8')]));
  const complaints = files.flatMap((file) => {
    const read = (path: string) => sources.get(join(dirname(file), path));
    return proofFaults(file, sources.get(file) ?? '', read).map((fault) => `${file}: ${fault}`);
  });
  const ofTools = filesBelow(['tools', 'lab']).filter((file) => file.endsWith('.test.ts'));
  for (const file of ofTools)
    complaints.push(...titleFaults(file, readFileSync(join(root, file), 'utf8')).map((fault) => `${file}: ${fault}`));
  return findingOf(complaints, `${files.length + ofTools.length} files`);
}
