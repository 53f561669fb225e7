/** The server decides about each text field as its pattern says; `console/test/ui/text-fields.test.ts` holds forms against the same table. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Call } from '@gantry/contract/wire/call';
import type { ErrorBody } from '@gantry/contract/wire/errors';
import { filterKeys } from '@gantry/contract/wire/kind';
import type { TextField } from '@gantry/contract/wire/text-fields';
import { textSamples, type TextSample } from '../../../contract/test/support/text-samples.ts';
import { startTestApp, UNHURRIED, type TestApp } from '../support/app.ts';
import type { Client } from '../support/client.ts';

/** What is said of a text that fits its field: there is no such thing, or it does not go with the other fields. */
const OTHER_REASONS = new Set([
  'marker',
  'unknown_id',
  'filter_operator',
  'one_boot_source',
  'trait_name_taken',
  'one_volume_source',
  'policy_of_source',
  'no_such_interface',
  'one_of_both',
  'floating_ip_one_target',
  'vpn_policy_one',
  'gateway_outside',
  'pool_outside',
  'pool_order',
  'pool_gateway',
  'pool_overlap',
  'physical_network_taken',
  'checksum_mismatch',
  'password_wrong',
  'password_same',
  'password_unequal',
]);

/** A list's filters are all alike: its first one stands for them. */
const isFurtherFilter = ({ call, field }: TextSample): boolean =>
  field.pattern === 'filter' && call.does.by === 'list' && field.path[0] !== filterKeys(call.does.kind)[0];
/**
 * Fields that share one schema are judged by the same object: each text is tried at one of them in each place of a request. Of the others one
 * that fits and one that does not tell that the server asks that schema. With GANTRY_TEST_TEXTS=all (`npm run texts`) each is tried at each.
 */
function chosenOf(all: readonly TextSample[]): TextSample[] {
  const tried = new Map<TextField['schema'], Set<string>>();
  const asked = new Set<string>();
  return all.filter(({ call, field, text, fits }) => {
    const texts = tried.get(field.schema) ?? new Set<string>();
    tried.set(field.schema, texts);
    const [one, decision] = [`${field.place} ${text}`, `${call.id} ${field.place} ${field.path.join('.')} ${fits}`];
    const isNew = !texts.has(one) || !asked.has(decision);
    texts.add(one);
    asked.add(decision);
    return isNew;
  });
}

const all = textSamples().filter((sample) => !isFurtherFilter(sample));
const samples = process.env['GANTRY_TEST_TEXTS'] === 'all' ? all : chosenOf(all);

describe('text fields', () => {
  let app: TestApp;
  let admin: Client;
  let adminIn: Client;
  let lead: Client;
  beforeAll(async () => {
    app = await startTestApp({ database: 'sqlite', env: { GANTRY_SAMPLE_SERVERS: '0', ...UNHURRIED } });
    [admin, lead] = [await app.as('admin', 'own'), await app.as('acme-lead', 'acme-prod')];
    adminIn = await app.as('admin', 'acme-prod');
  });
  afterAll(() => app.close());

  /** Somebody who may ask for it. */
  const askerOf = ({ permission: { audience }, does }: Call): Client =>
    audience === 'system' && does.by === 'command' && does.scope === 'project'
      ? adminIn
      : audience === 'public'
        ? app.nobody
        : audience === 'system' || audience === 'domain_lead'
          ? admin
          : lead;

  it.each([...new Set(samples.map(({ call }) => call.id.split('.')[0]!))])(
    'text fields of %s are refused and taken by the server as their patterns say [choice.pattern-to-field]',
    async (noun) => {
      for (const { call, field, text, fits, input, at } of samples.filter((sample) => sample.call.id.startsWith(`${noun}.`))) {
        const { status, json } = await askerOf(call).reply(call, input);
        const { error } = (status < 400 ? {} : json) as Partial<ErrorBody>;
        const codes = (error?.data?.field_codes?.[at.slice(0, 255)] ?? [])
          .map(({ code }) => code)
          .filter((code) => !OTHER_REASONS.has(code));
        // What this platform cannot do it refuses before it reads anything of it.
        if (error?.err_code === 'not_supported') continue;
        const label = `${call.id} ${field.place} ${at} ${JSON.stringify(text.slice(0, 60))}: ${status} ${JSON.stringify(error)}`;
        expect(codes.length === 0, label).toBe(fits);
        if (!fits) expect([status, error?.err_code], label).toEqual([400, 'validation_failed']);
      }
    },
  );
});
