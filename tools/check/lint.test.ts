import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { root } from '../lib/files.ts';
import { runTool } from '../lib/spawn.ts';

const folder = mkdtempSync(join(tmpdir(), 'gantry-lint-'));
afterAll(() => rmSync(folder, { recursive: true }));

it.each([
  ['PatternFly from its index', `import { Button } from '@patternfly/react-core';\nexport { Button };\n`, 'no-restricted-imports'],
  ['a type from the index', `import type { T } from '@patternfly/react-icons';\nexport type { T };\n`, 'no-restricted-imports'],
  ['the index passed on', `export * from '@patternfly/react-icons';\n`, 'no-restricted-imports'],
  ['the index on demand', `export const a = () => import('@patternfly/react-core');\n`, 'no-restricted-imports'],
  ['the CommonJS folder', `import x from '@patternfly/react-core/dist/js/components/Button';\nexport { x };\n`, 'no-restricted-imports'],
  ['any', `export const a = (x: any) => x;\n`, 'no-explicit-any'],
  ['a silent catch', `export const a = (b: () => void) => {\n  try {\n    b();\n  } catch {}\n};\n`, 'no-empty'],
  ['a file of 401 lines', `export const a = 1;\n${'// line\n'.repeat(400)}`, 'max-lines'],
])('the linter refuses %s', async (_, text, rule) => {
  const file = join(folder, 'planted.ts');
  writeFileSync(file, text);
  const { code, stdout } = await runTool('oxlint', ['--config', join(root, '.oxlintrc.json'), '--deny-warnings', file]);
  expect(stdout).toContain(rule);
  expect(code).toBe(1);
});
