import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { macAddress, unicastMac } from '@gantry/contract/wire/addresses';
import { poolBody } from '@gantry/contract/nouns/load-balancer-pools/bodies';
import { bucketName } from '@gantry/contract/nouns/object-storage/names';
import { userCreateBody } from '@gantry/contract/nouns/users/bodies';
import { networkProblem } from '@gantry/contract/validation/cidr';
import { FORMS, type FormName } from '@gantry/contract/wire/forms';
import { root } from '../lib/files.ts';
import { FORM_USES } from './form-uses.ts';

const read = (file: string) => readFileSync(join(root, file), 'utf8');
const uses = Object.entries(FORM_USES) as [FormName, (typeof FORM_USES)[FormName]][];
const claims = read('contract/test/wire/forms.test.ts');

/** What the field itself says of a text, without the form. */
const ASKED: Partial<Record<FormName, (text: string) => boolean>> = {
  ipv4_cidr: (text) => networkProblem(text) === undefined,
  ipv6_cidr: (text) => networkProblem(text) === undefined,
  mac: (text) => macAddress.safeParse(text).success,
  mac_unicast: (text) => unicastMac.safeParse(text).success,
  port: (text) => text !== '' && poolBody.shape.protocol_port.safeParse(Number(text)).success,
  name_lowercase: (text) => bucketName.safeParse(text).success,
  no_slash: (text) => userCreateBody.shape.name.safeParse(text).success,
};

describe('the table of forms and fields', () => {
  it('each form of the table has either a field that asks it or the reason why none does', () => {
    expect(uses.map(([name]) => name).sort()).toEqual(Object.keys(FORMS).sort());
    for (const [name, { field, by, unused }] of uses) {
      expect([name, field !== undefined && by !== undefined, unused === undefined]).toEqual([name, unused === undefined, by !== undefined]);
      if (by) for (const used of by.name.split(', ')) expect(read(by.file), `${name}: ${by.file}`).toContain(used);
    }
  });

  it('a test claims the row of a form only where a field asks that form', () => {
    const rows = uses.flatMap(([, { row, unused }]) => (row === null ? [] : [{ row, unused }]));
    const claimed = rows.filter(({ row }) => claims.includes(`[${row}]`)).map(({ row }) => row);
    expect(claimed).toEqual(rows.filter(({ unused }) => unused === undefined).map(({ row }) => row));
  });

  it.each(Object.entries(ASKED))('the field of the form %s decides as the form does', (name, asked) => {
    const { good, bad } = FORMS[name as FormName];
    expect([good.filter((text) => !asked(text)), bad.filter((text) => asked(text))]).toEqual([[], []]);
  });
});
