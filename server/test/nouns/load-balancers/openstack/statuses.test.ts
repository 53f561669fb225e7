/** The statuses of load balancers as the API answers them, on a cloud with balancers in each state. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { nouns } from '@gantry/contract';
import { DEFAULTS } from '../../../../../fakes/openstack/options.ts';
import { Replay } from '../../../../../fakes/openstack/replay.ts';
import { openReplayedStand } from '../../../engines/openstack/support/replayed-stand.ts';
import type { Stand } from '../../../scenarios/support/stand.ts';

/** What a cloud says, and what the API answers of a balancer that it first sees so. */
const STATUSES = [
  ['ACTIVE', true, 'ACTIVE'],
  ['ACTIVE', false, 'DISABLED'],
  ['PENDING_CREATE', true, 'CREATING'],
  ['PENDING_UPDATE', true, 'CONFIGURING'],
  ['PENDING_DELETE', true, 'DELETING'],
  ['DELETED', true, 'DELETING'],
  ['ERROR', true, 'ERROR'],
  ['DOWN', true, 'DISABLED'],
  ['BUILD', true, 'CREATING'],
  ['A_NEW_ONE', true, 'ERROR'],
] as const;

const replay = new Replay({ ...DEFAULTS, servers: 2, projects: 2, act: 0 });
let stand: Stand;
let close: () => Promise<void>;

beforeAll(async () => {
  const { cloud } = replay;
  const project_id = cloud.people.projects.find(({ name }) => name === 'acme-prod')!.id;
  for (const [provisioning_status, admin_state_up, answer] of STATUSES)
    cloud.balancing.balancers.create({
      name: `${provisioning_status} ${admin_state_up} ${answer}`,
      project_id,
      provisioning_status,
      operating_status: 'ONLINE',
      admin_state_up,
      vip_address: '10.0.0.9',
      listeners: [],
      pools: [],
      created_at: '2026-11-20T10:00:00',
    });
  ({ stand, close } = await openReplayedStand('balancer-statuses', replay, {}));
}, 60_000);
afterAll(() => close());

it('the API answers the documented statuses of load balancers only, whatever a cloud says [choice.lb-status-mapping]', async () => {
  const { client } = await stand.visitor('system_admin');
  const { list, read } = nouns.loadBalancers.calls;
  const { data } = await client.call(list, { query: { sort: 'name:asc' } });
  const expected = STATUSES.map(([status, isUp, answer]) => [`${status} ${isUp} ${answer}`, answer]);
  expect(Object.fromEntries(data.map(({ name, status }) => [name, status]))).toEqual(Object.fromEntries(expected));
  for (const { id, status } of data) expect(await client.call(read, { params: { loadBalancerId: id } })).toMatchObject({ status });
});
