/** What documents say of the settings of engines is what the engines take: each name, and each default that fits in a cell. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { root } from '../../../tools/lib/files.ts';
import { engineTypes } from '../../src/app/engine-types.ts';

interface Schema {
  default?: unknown;
  properties?: Record<string, Schema>;
}

/** `poll.changes` → its default as JSON; undefined where it has none. */
function settingsOf(type: string): Map<string, string | undefined> {
  const found = new Map<string, string | undefined>();
  const walk = ({ properties = {} }: Schema, at: string): void => {
    for (const [name, one] of Object.entries(properties))
      if (one.properties) walk(one, `${at}${name}.`);
      else found.set(`${at}${name}`, one.default === undefined ? undefined : JSON.stringify(one.default));
  };
  walk(z.toJSONSchema(engineTypes[type]!.settings, { io: 'input' }) as Schema, '');
  return found;
}

const textOf = (page: string): string => readFileSync(join(root, 'docs', page), 'utf8');
const section = (heading: string): string =>
  textOf('engines.md')
    .split(/^## /m)
    .find((part) => part.startsWith(heading))!;

/** The first two cells of each row. */
const rowsOf = (text: string): [string, string][] =>
  [...text.matchAll(/^\| `([\w.]+)` +\| (.*?) +\|/gm)].map(([, name = '', value = '']) => [name, value]);

it.each([
  ['openstack', 'OpenStack'],
  ['embedded', 'Embedded'],
])('the docs name each setting of %s with its default, and no other', (type, heading) => {
  const settings = settingsOf(type);
  const rows = rowsOf(section(heading));
  expect(rows.map(([name]) => name).toSorted()).toEqual([...settings.keys()].toSorted());
  for (const [name, documented] of rows) {
    const value = settings.get(name);
    // A list or record is told in words.
    if (value !== undefined && !/^[[{]"?[^\]]/.test(value)) expect([name, documented]).toEqual([name, value]);
    if (value === undefined) expect([name, documented]).not.toEqual([name, expect.stringMatching(/^(\d+|true|false)$/)]);
  }
});

it.each([
  ['prometheus', ['statistics.md', 'metrics.md']],
  ['s3', ['object-storage.md']],
  ['rgw', ['object-storage.md']],
])('the docs name each setting of %s', (type, pages) => {
  const text = pages.map(textOf).join('\n');
  const last = (name: string) => name.split('.').at(-1)!;
  expect([...settingsOf(type).keys()].filter((name) => !text.includes(last(name)))).toEqual([]);
});

it('the docs show examples that the engines take', () => {
  const examples = [...textOf('engines.md').matchAll(/```yaml\n(.*?)```/gs)].map(
    ([, yaml = '']) => parse(yaml) as { engines: { id: string; type: string }[] },
  );
  const engines = examples.flatMap((example) => example.engines);
  expect(engines.map(({ type }) => type)).toEqual(['openstack', 'embedded']);
  for (const { id: _id, type, ...settings } of engines) expect(engineTypes[type]!.settings.safeParse(settings).error).toBeUndefined();
});
