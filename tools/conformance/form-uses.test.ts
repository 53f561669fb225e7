import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { calls } from '@gantry/contract';
import { poolBody } from '@gantry/contract/nouns/load-balancer-pools/bodies';
import { FORMS, type FormName } from '@gantry/contract/wire/forms';
import { textFieldsOf } from '@gantry/contract/wire/text-fields';
import { root } from '../lib/files.ts';
import { FILE_USES, FORM_USES, PATTERN_USES } from './form-uses.ts';

const read = (file: string) => readFileSync(join(root, file), 'utf8');
const uses = Object.entries(FORM_USES) as [FormName, (typeof FORM_USES)[FormName]][];
const claims = read('contract/test/wire/forms.test.ts');

/** Text fields of calls, as the table names them. */
const fields = new Map<string, ReturnType<typeof textFieldsOf>[number]>(
  calls.flatMap((call) => textFieldsOf(call).map((field) => [`${call.id} ${field.path.join('.')}`, field] as const)),
);

/** A text that one field refuses as this form and takes as another: an address of either family. */
const isOther = (name: FormName, text: string): boolean => {
  const other = ({ ipv4: 'ipv6', ipv6: 'ipv4', ipv4_cidr: 'ipv6_cidr', ipv6_cidr: 'ipv4_cidr' } as Partial<Record<FormName, FormName>>)[
    name
  ];
  return other !== undefined && FORMS[other].fits(text);
};

describe('the table of forms and fields', () => {
  it('each form of the table has either a field that asks it or the reason why none does', () => {
    expect(uses.map(([name]) => name).sort()).toEqual(Object.keys(FORMS).sort());
    for (const [name, { fields: asking, elsewhere, by, unused }] of uses) {
      const isUsed = asking !== undefined || elsewhere !== undefined;
      expect([name, isUsed && by !== undefined, unused === undefined]).toEqual([name, unused === undefined, by !== undefined]);
    }
    for (const [name, { by }] of [...uses, ...FILE_USES.map((use) => [use.row, use] as const)]) {
      if (by) for (const used of by.name.split(', ')) expect(read(by.file), `${name}: ${by.file}`).toContain(used);
    }
  });

  it('a test claims the row of a form only where a field asks that form', () => {
    const rows = uses.flatMap(([, { row, unused }]) => (row === null ? [] : [{ row, unused }]));
    const claimed = rows.filter(({ row }) => claims.includes(`[${row}]`)).map(({ row }) => row);
    expect(claimed).toEqual(rows.filter(({ unused }) => unused === undefined).map(({ row }) => row));
  });

  it('each pattern of S0 §5 is in the table once', () => {
    const rows = [
      ...uses.flatMap(([, { row }]) => row ?? []),
      ...PATTERN_USES.flatMap((use) => use.rows),
      ...FILE_USES.flatMap(({ row }) => row ?? []),
    ];
    const listed = [...read('tools/conformance/requirements.tsv').matchAll(/^(valid\.\S+)/gm)].map(([, row]) => row!);
    // How the forms of networks say what is wrong: S1 §5.
    expect(rows.sort()).toEqual(listed.filter((row) => !row.startsWith('valid.cidr-')).sort());
  });

  it.each(uses.flatMap(([name, { fields: asking = [] }]) => asking.map((at) => [name, at] as const)))(
    'the form %s is asked by the field %s, which takes and refuses what the form does',
    (name, at) => {
      const { good, bad } = FORMS[name];
      const takes = (text: string): boolean => fields.get(at)!.schema.safeParse(text).success;
      expect([good.filter((text) => !takes(text)), bad.filter((text) => takes(text) && !isOther(name, text))]).toEqual([[], []]);
    },
  );

  it('the port of a pool takes and refuses what the form of ports does', () => {
    const takes = (text: string): boolean => text !== '' && poolBody.shape.protocol_port.safeParse(Number(text)).success;
    expect([FORMS.port.good.filter((text) => !takes(text)), FORMS.port.bad.filter((text) => takes(text))]).toEqual([[], []]);
  });

  it.each(PATTERN_USES)('the fields of the pattern $pattern are those of the table', ({ pattern, fields: asking }) => {
    const following = [...fields].filter(([, field]) => field.pattern === pattern).map(([at]) => at);
    expect(following.sort()).toEqual([...asking].sort());
  });
});
