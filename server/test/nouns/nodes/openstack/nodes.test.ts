/** Nodes of a cloud are taken out and come back, over HTTP on the replayed cloud: what runs there is elsewhere afterwards. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nouns } from '@gantry/contract';
import { Replay } from '../../../../../fakes/openstack/replay.ts';
import { DEFAULTS } from '../../../../../fakes/openstack/options.ts';
import type { Stand, Visitor } from '../../../scenarios/support/stand.ts';
import { openReplayedStand } from '../../../engines/openstack/support/replayed-stand.ts';

const { calls } = nouns.nodes;
const SOON = { timeout: 30_000, interval: 50 };

const replay = new Replay({ ...DEFAULTS, servers: 18, projects: 2, boot: 50, act: 50 });
let stand: Stand;
let close: () => Promise<void>;
let operator: Visitor;

beforeAll(async () => {
  ({ stand, close } = await openReplayedStand('nodes', replay, { nodes: 0.5 }));
  operator = await stand.visitor('system_admin');
}, 60_000);
afterAll(() => close());

const at = (nodeId: string) => ({ params: { nodeId } });
const node = (nodeId: string) => operator.client.call(calls.read, at(nodeId));
const ended = async (accepted: Promise<{ task_id: string }>) => stand.ended(operator, (await accepted).task_id);
/** Servers of the cloud on a host, by the cloud's own word. */
const on = (host: string) => replay.cloud.servers.filter(({ node: where, status }) => where?.host === host && status !== 'DELETED');
/** Those that the console lists on the host. */
const listed = async (host: string) =>
  (await operator.client.call(nouns.servers.calls.list, { query: { host, limit: 100 } })).data.map(({ id }) => id);
const movable = (status: string): boolean => ['ACTIVE', 'PAUSED', 'SHUTOFF'].includes(status);

describe('a node of a cloud', () => {
  it('a node in maintenance takes no more servers, and its own move away: live, or by a confirmed migration if stopped', async () => {
    const [first] = replay.cloud.nodes.all;
    const before = on(first!.host);
    expect(before.filter(({ status }) => movable(status)).length).toBeGreaterThan(3);
    const states = new Map(before.map(({ id, status }) => [id, status]));
    const staying = before.filter(({ status }) => !movable(status));
    const task = await ended(operator.client.call(calls.enterMaintenance, at(first!.id)));
    expect(on(first!.host).map(({ id }) => id)).toEqual(staying.map(({ id }) => id));
    if (staying.length === 0) expect(task).toMatchObject({ state: 'success', error: null });
    else
      expect(task).toMatchObject({ state: 'failed', error: { code: 'engine_refused', detail: expect.stringContaining(staying[0]!.name) } });
    for (const server of before.filter(({ status }) => movable(status)))
      await expect.poll(() => server.status, SOON).toBe(states.get(server.id));
    expect(await node(first!.id)).toMatchObject({ in_maintenance: true, fenced_reason: null, hypervisor: { status: 'disabled' } });
    await expect.poll(() => listed(first!.host), SOON).toEqual(staying.map(({ id }) => id));
    expect(await ended(operator.client.call(calls.leaveMaintenance, at(first!.id)))).toMatchObject({ state: 'success' });
    expect(await node(first!.id)).toMatchObject({ in_maintenance: false, state: 'healthy' });
  });

  it('a node is fenced only if down: its servers are made elsewhere, and it stays out until an operator lets it back', async () => {
    const second = replay.cloud.nodes.all[1]!;
    const refused = await operator.client.refused(calls.fence, { ...at(second.id), body: { reason: 'smoke' } });
    expect(refused).toMatchObject({ code: 'state_conflict', body: { error: { data: { reason: { code: 'node_up' } } } } });
    expect(second).toMatchObject({ enabled: true, forcedDown: false });
    second.down = true;
    await expect.poll(async () => (await node(second.id)).state, SOON).toBe('offline');
    const before = on(second.host);
    const fit = before.filter(({ vmState }) => ['active', 'stopped', 'error'].includes(vmState));
    expect(fit.length).toBeGreaterThan(2);
    await ended(operator.client.call(calls.fence, { ...at(second.id), body: { reason: 'smoke' } }));
    expect(on(second.host).filter((server) => fit.includes(server))).toEqual([]);
    expect(second).toMatchObject({ enabled: false, forcedDown: true, reason: 'smoke' });
    expect(await node(second.id)).toMatchObject({ state: 'offline', fenced_reason: 'smoke' });
    second.down = false;
    expect(await ended(operator.client.call(calls.unfence, at(second.id)))).toMatchObject({ state: 'success' });
    expect(second).toMatchObject({ enabled: true, forcedDown: false, reason: null });
    await expect.poll(() => node(second.id), SOON).toMatchObject({ state: 'healthy', in_maintenance: false, fenced_reason: null });
  });
});
