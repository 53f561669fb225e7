/** Limits of storage policies on a cloud: qos-specs of its volume service, over HTTP on the replayed cloud. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nouns } from '@gantry/contract';
import type { StoragePolicyCreate, StoragePolicyUpdate } from '@gantry/contract/nouns/storage-policies/calls';
import { Replay } from '../../../../../fakes/openstack/replay.ts';
import { DEFAULTS } from '../../../../../fakes/openstack/options.ts';
import type { Stand, Visitor } from '../../../scenarios/support/stand.ts';
import { openReplayedStand } from '../../../engines/openstack/support/replayed-stand.ts';

const { calls } = nouns.storagePolicies;
const replay = new Replay({ ...DEFAULTS, servers: 2, projects: 2, boot: 50, act: 50 });
let stand: Stand;
let url: string;
let close: () => Promise<void>;
let operator: Visitor;

beforeAll(async () => {
  ({ stand, url, close } = await openReplayedStand('policy-limits', replay, { flavors: 3600 }));
  operator = await stand.visitor('system_admin');
}, 60_000);
afterAll(() => close());

/** What the volume service itself says, by the account of the cloud's administrator. */
async function cinder(path: string, method = 'GET', body?: object): Promise<Record<string, unknown>> {
  const { username: name, password } = { username: 'admin', password: DEFAULTS.password };
  const user = { name, password, domain: { name: 'Default' } };
  const project = { name: 'admin', domain: { name: 'Default' } };
  const auth = { identity: { methods: ['password'], password: { user } }, scope: { project } };
  const signedIn = await fetch(`${url}/identity/v3/auth/tokens`, { method: 'POST', body: JSON.stringify({ auth }) });
  const headers = { 'x-auth-token': signedIn.headers.get('x-subject-token')! };
  const answer = await fetch(`${url}/volume/v3/any${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  const text = await answer.text();
  return text === '' ? {} : (JSON.parse(text) as Record<string, unknown>);
}
const specs = async () =>
  (await cinder('/qos-specs'))['qos_specs'] as { id: string; name: string; consumer: string; specs: Record<string, string> }[];

const done = async (accepted: Promise<{ task_id: string; id: string | null }>) => {
  const { task_id, id } = await accepted;
  expect(await stand.ended(operator, task_id)).toMatchObject({ state: 'success', error: null });
  return id!;
};
const make = (body: StoragePolicyCreate) => done(operator.client.call(calls.create, { body }));
const at = (policyId: string) => ({ params: { policyId } });
const change = (id: string, body: StoragePolicyUpdate) => done(operator.client.call(calls.update, { ...at(id), body }));
const limitsOf = async (id: string) => (await operator.client.call(calls.read, at(id))).limits;

const whole = { total_iops: { amount: 500, per_gib: false } };
const more = { total_iops: { amount: 700, per_gib: false } };
const each = { read_bytes: { amount: 1_048_576, per_gib: true, minimum: 10_485_760 } };

describe('limits of a storage policy on a cloud', () => {
  it('limits of a storage policy are specs associated with its volume type, changed with it and gone with the last one', async () => {
    const id = await make({ name: 'limited', limits: { ...whole, ...each } });
    expect(await limitsOf(id)).toEqual({ ...whole, ...each });
    const said = { total_iops_sec: '500', read_bytes_sec_per_gb: '1048576', read_bytes_sec_per_gb_min: '10485760' };
    const [made, ...further] = await specs();
    expect([made, further]).toMatchObject([{ name: `gantry-${id}`, consumer: 'front-end', specs: said }, []]);
    expect(await cinder(`/types/${id}`)).toMatchObject({ volume_type: { qos_specs_id: made!.id } });
    await change(id, { limits: more });
    expect(await limitsOf(id)).toEqual(more);
    expect(await specs()).toEqual([{ ...made, specs: { total_iops_sec: '700' } }]);
    await change(id, { description: 'slow', limits: {} });
    expect(await operator.client.call(calls.read, at(id))).toMatchObject({ description: 'slow', limits: {} });
    expect([await specs(), await cinder(`/types/${id}`)]).toMatchObject([[], { volume_type: { qos_specs_id: null } }]);
    await change(id, { limits: each });
    await done(operator.client.call(calls.delete, at(id)));
    expect(await specs()).toEqual([]);
  });

  it('limits of a storage policy leave alone what other types share of its specs, and keep what specs say beside limits', async () => {
    const [first, second] = [await make({ name: 'first' }), await make({ name: 'second' })];
    const wanted = { name: 'by hand', consumer: 'both', total_iops_sec: '900', maker: 'ours' };
    const { qos_specs: shared } = (await cinder('/qos-specs', 'POST', { qos_specs: wanted })) as { qos_specs: { id: string } };
    for (const id of [first, second]) await cinder(`/qos-specs/${shared.id}/associate?vol_type_id=${id}`);
    await change(first, { limits: whole });
    const kept = { id: shared.id, name: 'by hand', consumer: 'both', specs: { total_iops_sec: '900', maker: 'ours' } };
    expect(await specs()).toEqual(expect.arrayContaining([kept]));
    const own = (await specs()).find(({ name }) => name === `gantry-${first}`)!;
    expect(own.specs).toEqual({ total_iops_sec: '500', maker: 'ours' });
    expect(await cinder(`/types/${second}`)).toMatchObject({ volume_type: { qos_specs_id: shared.id } });
    // Alone with them, a type changes them where they are, and they stay with what else they say.
    await change(second, { limits: {} });
    expect(await specs()).toEqual(expect.arrayContaining([{ ...kept, specs: { maker: 'ours' } }]));
    expect(await limitsOf(second)).toEqual({});
  });

  it('limits of a storage policy are refused where they exclude one another', async () => {
    const codes = async (limits: object) =>
      (await operator.client.refused(calls.create, { body: { name: 'no', limits } as never })).body.error.data?.field_codes;
    const some = { amount: 5, per_gib: false };
    expect(await codes({ ...whole, read_iops: some })).toEqual({ 'limits.total_iops': [{ code: 'limit_total' }] });
    expect(await codes({ read_iops: some, write_iops: { ...some, per_gib: true } })).toEqual({
      'limits.write_iops': [{ code: 'limit_mixed' }],
    });
    expect(await codes({ read_iops: { ...some, minimum: 3 } })).toEqual({ 'limits.read_iops.minimum': [{ code: 'limit_minimum' }] });
    expect(await codes({ read_iops: { ...some, amount: 0 } })).toEqual({
      'limits.read_iops.amount': [{ code: 'too_small', params: { min: 1 } }],
    });
  });
});
