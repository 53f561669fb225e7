/** What the README says of settings is what the server takes. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { root } from '../../../tools/lib/files.ts';
import { variables } from '../../src/app/config.ts';
import { engineTypes } from '../../src/app/engine-types.ts';

const text = readFileSync(join(root, 'README.md'), 'utf8');

it('the README has a row for each variable, with its default, and for no other', () => {
  const rows = new Map([...text.matchAll(/^\| `(GANTRY_\w+)` +\|.*\| (.*?) +\|$/gm)].map(([, name = '', value = '']) => [name, value]));
  expect([...rows.keys()].sort()).toEqual(variables.keyof().options.toSorted());
  const defaults = Object.entries(variables.parse({})).map(([name, value]) => [name, `\`${String(value)}\``]);
  expect(defaults.length).toBeGreaterThan(10);
  expect(defaults.map(([name]) => [name, rows.get(name ?? '')])).toEqual(defaults);
});

it('the README shows an engine with settings that it takes', () => {
  const [, yaml = ''] = /```yaml\n(.*?)```/s.exec(text) ?? [];
  const [{ id: _id, type, ...settings }] = (parse(yaml) as { engines: [{ id: string; type: string }] }).engines;
  expect(Object.keys(settings)).toEqual(expect.arrayContaining(['roles', 'poll', 'outages', 'limits']));
  expect(engineTypes[type]!.settings.safeParse(settings).error).toBeUndefined();
});
