/** How a server goes from state to state. Each step is a transaction of its own, and nothing else moves a server. */
import type { Row, Writer } from '../../store/port.ts';
import { instantOf } from '../../clock.ts';
import { releasePort } from './addresses.ts';
import { documentOf, type ServerDocument, type VolumeDocument } from './documents.ts';
import { failsAt } from './faults.ts';
import { bootLog, closeEntry, haltLog, openEntry } from './journal.ts';
import { unloadNode } from './placement.ts';
import { planOf, stepTime, type Action, type Plan } from './plans.ts';
import type { Platform } from './platform.ts';
import { amountsOf, releaseQuota } from './quotas.ts';
import type { AcceptedRecord, Transition } from './records.ts';

/** Accepted commands stay known for a day, and on for as long as their task may come back to ask (driver.ts). */
const ACCEPTED_MS = 24 * 60 * 60 * 1000;

const ownerOf = (server: ServerDocument) => ({ domainId: server.domain_id, projectId: server.project_id, userId: null });

/** Writes a server's document. */
export const putServer = (platform: Platform, writer: Writer, server: ServerDocument): Promise<Row> =>
  writer.put({ ...platform.key('server', server.id), ...ownerOf(server), document: server });

export const putVolume = (platform: Platform, writer: Writer, volume: VolumeDocument): Promise<Row> =>
  writer.put({
    ...platform.key('volume', volume.id),
    domainId: volume.domain_id,
    projectId: volume.project_id,
    userId: null,
    document: volume,
  });

export const putAccepted = (platform: Platform, writer: Writer, key: string, record: AcceptedRecord): Promise<void> =>
  platform.buckets.accepted.put(writer.records, key, record, instantOf(platform.clock.now() + ACCEPTED_MS));

interface Begin {
  server: ServerDocument;
  action: Action;
  nodeId: string;
  /** Key of the accepted command. */
  accepted: string;
  requestId: string;
  userId: string;
}

/** Sets a server on its way: first step of the plan, entry in the history, and when the step ends. */
export async function beginAction(platform: Platform, writer: Writer, { server, action, ...more }: Begin): Promise<void> {
  const plan = planOf(action);
  const transition: Transition = { action, step: 0, accepted: more.accepted, nodeId: more.nodeId, before: server.status };
  await putServer(platform, writer, inStep(platform, server, plan, 0));
  await openEntry(platform, writer.records, server.id, { action: plan.history, request_id: more.requestId, user_id: more.userId });
  await schedule(platform, writer, server.id, transition, platform.clock.now());
}

/** Carries a server over the end of its present step, unless another process has done so. */
export async function advance(platform: Platform, serverId: string, seen: Transition, due: string): Promise<void> {
  await platform.change(async (writer) => {
    const transition = await platform.buckets.transitions.get(writer.records, serverId);
    if (transition?.accepted !== seen.accepted || transition.step !== seen.step) return;
    const row = await platform.row(writer, 'server', serverId);
    if (!row) throw new Error(`server ${serverId} has a transition and no row`);
    const server = documentOf('server', row);
    const plan = planOf(transition.action);
    const next = transition.step + 1;
    if (next < plan.steps.length) {
      const built = transition.action === 'create' ? await buildStep(platform, writer, server, transition) : server;
      await putServer(platform, writer, inStep(platform, built, plan, next));
      await schedule(platform, writer, serverId, { ...transition, step: next }, Date.parse(due));
      return;
    }
    await platform.buckets.transitions.remove(writer.records, serverId);
    await finish(platform, writer, server, transition, plan);
  });
}

/** A server as it looks during a step. */
const inStep = (platform: Platform, server: ServerDocument, plan: Plan, step: number): ServerDocument => ({
  ...server,
  status: plan.status ?? server.status,
  task_state: plan.steps[step]!,
  updated: platform.now(),
});

async function schedule(platform: Platform, writer: Writer, serverId: string, transition: Transition, from: number): Promise<void> {
  const due = instantOf(from + stepTime(planOf(transition.action), platform.settings.timings));
  await platform.buckets.transitions.put(writer.records, serverId, transition, due);
}

/** What a step of building leaves behind: a node after scheduling, an attached boot volume after the mapping. */
async function buildStep(platform: Platform, writer: Writer, server: ServerDocument, transition: Transition): Promise<ServerDocument> {
  const done = planOf('create').steps[transition.step];
  if (done === 'scheduling') return { ...server, host: transition.nodeId, host_status: 'UP' };
  if (done === 'block_device_mapping') {
    for (const { id } of server.volumes) {
      const volume = await platform.document(writer, 'volume', id);
      if (volume) await putVolume(platform, writer, { ...volume, status: 'in-use' });
    }
  }
  return server;
}

async function finish(platform: Platform, writer: Writer, server: ServerDocument, transition: Transition, plan: Plan): Promise<void> {
  const failure = failsAt(server.metadata, plan, transition.before) ? `${plan.history} failed: fault injected by metadata` : null;
  const outcome = failure === null ? ({ ok: true } as const) : ({ ok: false, message: failure } as const);
  await putAccepted(platform, writer, transition.accepted, { id: server.id, outcome });
  if (failure === null && plan.end === 'gone') return removeServer(platform, writer, server, transition.nodeId);
  const at = platform.now();
  const settled = { ...server, task_state: null, updated: at };
  if (failure !== null) {
    const left = plan.failure === 'ERROR' ? { status: 'ERROR', fault: { message: failure } } : { status: transition.before };
    await closeEntry(platform, writer.records, server.id, failure, '');
    const note = { operation: 'failed', error: { code: 'engine_refused', name: server.name, detail: failure } } as const;
    const document: ServerDocument = { ...settled, ...left };
    await writer.put({ ...platform.key('server', server.id), ...ownerOf(server), document }, note);
    return;
  }
  const arrived: ServerDocument = { ...settled, status: plan.end, fault: null };
  const goesDown = plan.status !== 'BUILD' && transition.before === 'ACTIVE' && transition.action !== 'start';
  const written = (goesDown ? haltLog(at) : '') + (plan.end === 'ACTIVE' ? bootLog(arrived, at) : '');
  await closeEntry(platform, writer.records, server.id, null, written);
  await putServer(platform, writer, arrived);
}

/** Removes a server and gives back all it held: boot volume, addresses, quota, room on its node. */
async function removeServer(platform: Platform, writer: Writer, server: ServerDocument, nodeId: string): Promise<void> {
  const sizes: number[] = [];
  for (const { id, delete_on_termination } of server.volumes) {
    const volume = delete_on_termination ? await platform.document(writer, 'volume', id) : undefined;
    if (!volume) continue;
    sizes.push(volume.size);
    await writer.remove(platform.key('volume', id));
  }
  for (const { network_id, ips } of server.networks) {
    const network = network_id === null ? undefined : await platform.document(writer, 'network', network_id);
    if (network) await releasePort(platform, writer, network, ips);
  }
  const amounts = amountsOf(server.flavor, sizes);
  await releaseQuota(platform, writer, server.project_id, amounts);
  await unloadNode(platform, writer, nodeId, { vcpus: amounts.cores, ram: amounts.ram, disk: amounts.gigabytes, servers: 1 });
  await platform.buckets.journals.remove(writer.records, server.id);
  await writer.remove(platform.key('server', server.id));
}
