import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { checkWalls } from './walls.ts';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

/** A tree of files in a new folder. */
function tree(files: Readonly<Record<string, string>>): string {
  const base = mkdtempSync(join(tmpdir(), 'gantry-walls-'));
  folders.push(base);
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(base, file)), { recursive: true });
    writeFileSync(join(base, file), text);
  }
  return base;
}

/** The ways an import can be written. */
const ways: readonly ((to: string) => string)[] = [
  (to) => `import { x } from '${to}';\nexport const y = x;\n`,
  (to) => `import type { x } from '${to}';\nexport type Y = typeof x;\n`,
  (to) => `export const y = () => import('${to}');\n`,
  (to) => `export * from '${to}';\n`,
];
const target = 'export const x = 1;\n';

/** A tree in which each file imports the other in every way. */
const planted = (pairs: readonly (readonly [string, string])[]): string =>
  tree({
    ...Object.fromEntries(pairs.map(([, to]) => [to, target])),
    ...Object.fromEntries(
      pairs.flatMap(([from, to]) =>
        ways.map((write, way) => [`${from}${way}.ts`, write('../'.repeat(from.split('/').length - 1) + to)] as const),
      ),
    ),
  });

describe('the walls', () => {
  it('the check of imports lets each folder import what is below it', async () => {
    const allowed = [
      ['server/src/store/a', 'contract/src/x.ts'],
      ['server/src/access/a', 'server/src/store/x.ts'],
      ['server/src/http/a', 'server/src/access/x.ts'],
      ['server/src/http/b', 'server/src/calls/x.ts'],
      ['server/src/nouns/servers/embedded/a', 'server/src/nouns/volumes/embedded.ts'],
      ['server/src/nouns/servers/embedded/b', 'server/src/nouns/servers/shared/x.ts'],
      ['server/src/nouns/servers/handler/a', 'server/src/calls/y.ts'],
      ['server/src/tasks/a', 'server/src/port/engine.ts'],
      ['server/src/engines/embedded/a', 'server/src/store/tasks/leases.ts'],
      ['server/src/store/lists/a', 'server/src/store/sql/x.ts'],
      ['server/src/store/b', 'server/src/turns/x.ts'],
      ['console/src/ui/a', 'contract/src/y.ts'],
      ['console/src/features/servers/a', 'console/src/app/x.ts'],
      ['console/src/features/servers/b', 'console/src/parts/volumes/x.ts'],
      ['console/src/parts/volumes/a', 'console/src/parts/quotas/x.ts'],
      ['e2e/specs/a', 'fakes/openstack/x.ts'],
      ['bench/src/a', 'tools/lib/x.ts'],
      ['lab/a', 'bench/src/x.ts'],
    ] as const;
    expect(await checkWalls(planted(allowed))).toEqual({ ok: true, output: '', note: '90 files' });
  });

  it('the check of imports refuses every planted violation, however the import is written', async () => {
    const refused = [
      ['contract/src/a', 'server/src/store/x1.ts'],
      ['server/src/store/a', 'server/src/access/x1.ts'],
      ['server/src/store/b', 'server/src/engines/embedded/x1.ts'],
      ['server/src/store/sql/a', 'server/src/store/lists/x1.ts'],
      ['server/src/store/tasks/a', 'server/src/store/x3.ts'],
      ['server/src/access/a', 'server/src/http/x1.ts'],
      ['server/src/tasks/a', 'server/src/engines/embedded/x2.ts'],
      ['server/src/realtime/a', 'server/src/http/x2.ts'],
      ['server/src/http/a', 'server/src/engines/embedded/x3.ts'],
      ['server/src/engines/embedded/a', 'server/src/http/x3.ts'],
      ['server/src/engines/embedded/b', 'server/src/access/x2.ts'],
      ['server/src/engines/embedded/c', 'server/src/realtime/x1.ts'],
      ['server/src/engines/embedded/d', 'server/src/engines/openstack/x1.ts'],
      ['server/src/engines/embedded/e', 'server/src/nouns/servers/embedded/x1.ts'],
      ['server/src/engines/openstack/a', 'server/src/store/x4.ts'],
      ['server/src/calls/a', 'server/src/nouns/servers/handler.ts'],
      ['server/src/http/b', 'server/src/nouns/servers/handler.ts'],
      ['server/src/nouns/servers/embedded/a', 'server/src/nouns/servers/openstack/x1.ts'],
      ['server/src/nouns/servers/openstack/a', 'server/src/nouns/volumes/embedded.ts'],
      ['server/src/nouns/servers/openstack/b', 'server/src/engines/embedded/x4.ts'],
      ['server/src/nouns/servers/shared/a', 'server/src/calls/x1.ts'],
      ['server/src/nouns/servers/handler/a', 'server/src/engines/embedded/x5.ts'],
      ['server/src/nouns/servers/embedded/b', 'server/src/nouns/servers/x1.ts'],
      ['server/src/port/a', 'server/src/store/x5.ts'],
      ['server/src/store/c', 'console/src/ui/x1.ts'],
      ['console/src/ui/a', 'console/src/app/x1.ts'],
      ['console/src/app/a', 'console/src/features/servers/x1.ts'],
      ['console/src/app/c', 'console/src/parts/volumes/x1.ts'],
      ['console/src/parts/volumes/a', 'console/src/features/volumes/x2.ts'],
      ['console/src/parts/volumes/b', 'console/src/parts/people/x1.ts'],
      ['console/src/parts/quotas/a', 'console/src/parts/volumes/x2.ts'],
      ['console/src/features/servers/a', 'console/src/features/volumes/x1.ts'],
      ['console/src/features/servers/b', 'console/src/features/volumes/index.ts'],
      ['console/src/app/b', 'server/src/store/x2.ts'],
      ['fakes/openstack/a', 'server/src/store/x3.ts'],
      ['fakes/openstack/b', 'server/test/support/x1.ts'],
      ['tools/lib/a', 'bench/src/x1.ts'],
      ['bench/src/a', 'e2e/support/x1.ts'],
      ['e2e/support/a', 'bench/src/x2.ts'],
      ['e2e/support/b', 'server/test/support/x2.ts'],
      ['server/src/http/c', 'fakes/openstack/x1.ts'],
      ['lab/a', 'server/src/store/x6.ts'],
      ['bench/src/b', 'lab/x1.ts'],
    ] as const;
    const { ok, output } = await checkWalls(planted(refused));
    expect(ok).toBe(false);
    const found = new Set(output.split('\n').map((line) => line.replace(/^.*: /, '')));
    const expected = refused.flatMap(([from, to]) => ways.map((_, way) => `${from}${way}.ts imports ${to}`));
    expect(expected.filter((line) => !found.has(line))).toEqual([]);
  });

  it('the check of imports refuses an import from a folder above, and folders that import each other', async () => {
    const base = tree({
      'server/src/access/a.ts': target,
      'server/src/access/b.ts': `import { x } from '../accounts/a.ts';\nexport const y = x;\n`,
      'server/src/accounts/a.ts': target,
      'server/src/accounts/b.ts': `import { x } from '../access/a.ts';\nexport const y = x;\n`,
    });
    const { ok, output } = await checkWalls(base);
    expect(ok).toBe(false);
    expect(output.split('\n')).toEqual([
      'room server/src/access: server/src/access/b.ts imports server/src/accounts/a.ts',
      'rooms in a circle: server/src/access → server/src/accounts → server/src/access',
    ]);
  });

  it('the check of imports keeps Node out of the contract, and HTTP out of the engines', async () => {
    const base = tree({
      'contract/src/a.ts': `import 'node:fs';\n`,
      'server/src/engines/embedded/a.ts': `import 'fastify';\n`,
      'node_modules/fastify/package.json': '{"name":"fastify","main":"index.js"}',
      'node_modules/fastify/index.js': '',
    });
    const { output } = await checkWalls(base);
    expect(output).toContain('contract/src/a.ts imports fs');
    expect(output).toContain(
      'an engine never sees HTTP, sessions or sockets: server/src/engines/embedded/a.ts imports node_modules/fastify/index.js',
    );
  });

  it('the check of imports refuses a circle, even one of types, or one closed by a later import', async () => {
    const base = tree({
      'contract/src/a.ts': `import type { B } from './b.ts';\nexport type A = B | 1;\n`,
      'contract/src/b.ts': `import type { A } from './a.ts';\nexport type B = A | 2;\n`,
      'console/src/ui/a.ts': `import { b } from './b.ts';\nexport const a = b;\n`,
      'console/src/ui/b.ts': `export const b = () => import('./a.ts');\n`,
    });
    const { output } = await checkWalls(base);
    expect(output).toMatch(/needs it: contract\/src\/a\.ts imports contract\/src\/b\.ts/);
    expect(output).toMatch(/needs it: console\/src\/ui\/a\.ts imports console\/src\/ui\/b\.ts/);
  });

  it('the check of imports fails when an import leads nowhere and when no file is seen', async () => {
    expect((await checkWalls(tree({ 'server/src/a.ts': `import './gone.ts';\n` }))).output).toContain('every import is found');
    expect(await checkWalls(tree({ 'server/src/a.txt': '' }))).toMatchObject({ ok: false });
  });
});
