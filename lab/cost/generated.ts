/** What a further plain noun costs the tests on Node: nouns are generated into a copy of the sources, and the suites that ask every noun run there. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { copySources } from '../../tools/lib/copy.ts';
import { runTool } from '../../tools/lib/spawn.ts';
import type { Durations } from '../../tools/outcomes/durations.ts';
import { countOutcomes, line } from '../../tools/outcomes/outcome.ts';
import { REPORTS_VARIABLE } from '../../tools/outcomes/paths.ts';
import { readProcessorTimes, readVitest } from '../../tools/outcomes/read.ts';

/** Suites that ask every noun, each kind or each call; all others do not see a further one. */
const SUITES = [
  'contract/test/openapi.test.ts',
  'contract/test/nouns',
  'server/test/http/fuzz-sqlite.test.ts',
  'server/test/http/fuzz-postgres.test.ts',
  'server/test/http/largest.test.ts',
  'server/test/http/lists.test.ts',
  'server/test/http/matrix.test.ts',
  'server/test/http/plain.test.ts',
  'server/test/http/text-fields.test.ts',
  'server/test/ops/audit.test.ts',
  'server/test/store/plans.test.ts',
  'server/test/visibility',
];

export interface Generated {
  /** Processor seconds by file, without the nouns and with them. */
  without: Durations;
  with: Durations;
  /** Lines of tests that failed: a noun that does not pass costs what nobody knows. */
  failed: readonly string[];
}

/** Runs the suites without further nouns and with so many. */
export async function measureGenerated(count: number): Promise<Generated> {
  const { folder, remove } = await copySources();
  try {
    const before = await run(folder);
    for (const letter of 'abcdefghijklmnopqrstuvwxyz'.slice(0, count)) addNoun(folder, letter);
    const after = await run(folder);
    return { without: before.cpu, with: after.cpu, failed: [...before.failed, ...after.failed] };
  } finally {
    await remove();
  }
}

async function run(folder: string): Promise<{ cpu: Durations; failed: string[] }> {
  const reports = join(folder, 'reports');
  const options = { cwd: folder, env: { [REPORTS_VARIABLE]: reports, NO_COLOR: '1' } };
  const { stdout, stderr } = await runTool('vitest', ['run', '--reporter=./tools/outcomes/vitest-reporter.ts', ...SUITES], options);
  const outcomes = readVitest(reports) ?? [];
  if (countOutcomes(outcomes).passed === 0) throw new Error(`no test has passed:\n${stdout}${stderr}`);
  return { cpu: readProcessorTimes(reports), failed: outcomes.filter(({ state }) => state !== 'passed').map(line) };
}

/** Writes a noun as people do: a file in each layer, and a line in each index. */
function addNoun(copy: string, letter: string): void {
  const folder = `gadget-${letter}s`;
  const name = `gadget${letter.toUpperCase()}s`;
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(copy, path)), { recursive: true });
    writeFileSync(join(copy, path), filled(text, letter));
  };
  const register = (path: string, from: string, list: RegExp): void => {
    const text = readFileSync(join(copy, path), 'utf8');
    if (!list.test(text)) throw new Error(`${path} has no list of nouns`);
    writeFileSync(join(copy, path), `import { ${name} } from '${from}';\n${text.replace(list, (found) => `${found}${name}, `)}`);
  };
  write(`contract/src/nouns/${folder}/index.ts`, CONTRACT);
  register('contract/src/nouns/index.ts', `./${folder}/index.ts`, /export const nouns = \{\s*/);
  write(`server/src/nouns/${folder}/embedded.ts`, EMBEDDED);
  register('server/src/nouns/embedded.ts', `./${folder}/embedded.ts`, /const NOUNS.* = \[\s*/);
  write(`server/test/nouns/${folder}.ts`, SPECIMEN);
  register('server/test/nouns/index.ts', `./${folder}.ts`, /export const SPECIMENS[^{]*\{\s*/);
}

const filled = (text: string, letter: string): string => text.replaceAll('$x', letter).replaceAll('$X', letter.toUpperCase());

const CONTRACT = `
import { z } from 'zod';
import { defineNoun } from '../../wire/define-noun.ts';
import { dated } from '../../wire/kind.ts';
import { description, displayName, instant } from '../../wire/values.ts';
import type { Noun } from '../noun.ts';

export const { kind: gadget$XKind, calls } = defineNoun({
  name: 'gadget_$x',
  path: '/api/v2/compute/gadget_$xs',
  param: 'gadget$XId',
  source: 'a measurement',
  of: 'project',
  members: { description: z.string().nullable(), created_at: instant },
  fields: dated,
});
const createBody = z
  .strictObject({ name: displayName, description: description.optional() })
  .meta({ id: 'Gadget$XCreate', examples: [{ name: 'some gadget' }] });
const updateBody = z
  .strictObject({ name: displayName.optional(), description: description.optional() })
  .refine((body) => Object.keys(body).length > 0, { error: 'nothing_to_change' })
  .meta({ examples: [{ name: 'another gadget' }] });
export type Gadget$XCreate = z.output<typeof createBody>;
export type Gadget$XUpdate = z.output<typeof updateBody>;
export const gadget$Xs = {
  kinds: [gadget$XKind],
  calls: {
    list: calls.list({ summary: 'Gadgets' }),
    create: calls.create({ summary: 'Makes a gadget', scope: 'project', body: createBody }),
    read: calls.read({ summary: 'One gadget' }),
    update: calls.update({ summary: 'Changes a gadget', body: updateBody }),
    delete: calls.delete({ summary: 'Deletes a gadget' }),
    bulkDelete: calls.bulkDelete({ summary: 'Deletes several gadgets, as one task' }),
  },
} satisfies Noun;
`;

const EMBEDDED = `
import { gadget$XKind, type Gadget$XCreate, type Gadget$XUpdate } from '@gantry/contract/nouns/gadget-$xs/index';
import type { Platform } from '../../engines/embedded/platform/platform.ts';
import { lifecycle, type NounParts } from '../../engines/embedded/platform/lifecycle.ts';

export const gadget$Xs = (platform: Platform): NounParts =>
  lifecycle<'gadget_$x', Gadget$XCreate, Gadget$XUpdate>(platform, {
    kind: gadget$XKind,
    of: 'project',
    creators: {
      create: ({ body: { name, description } }, { id, created_at, project_id, domain_id }) =>
        ({ id, created_at, project_id, domain_id, name, description: description || null }),
    },
    change: (gadget, { body: { name = gadget.name, description = gadget.description } }) =>
      ({ ...gadget, name, description: description || null }),
  });
`;

const SPECIMEN = `
import { nouns } from '@gantry/contract';
import { life } from './support/life.ts';
import type { Specimen } from './support/specimen.ts';

export const gadget$Xs: Specimen = {
  calls: { readProject: ['list', 'read'], createInProject: ['create'], changeProject: ['update', 'delete', 'bulkDelete'] },
  life: life('gadgets $x', {
    calls: nouns.gadget$Xs.calls,
    owner: ['acme-member', 'acme-prod'],
    stranger: ['globex-member', 'globex-prod'],
    kept: [[{ description: ' on the shelf ' }, { description: 'on the shelf' }]],
    changed: [[{ description: '' }, { description: null }]],
    refused: [[{ description: 'x'.repeat(1025) }, { description: [{ code: 'too_long', params: { max: 1024 } }] }]],
  }),
};
`;
