/** What is to be done next so that a pool becomes what was asked for, by what there is of it. */
import type { MonitorWanted, PoolUpdate, PoolWanted } from '@gantry/contract/nouns/load-balancer-pools/bodies';
import type { Step } from '../../load-balancers/openstack/work.ts';
import { listenerMembers, memberMembers, monitorMembers, newListener, newPool, poolMembers, tlsMembers } from './bodies.ts';
import type { OctaviaMember, Pieces } from './client.ts';
import type { ChosenMember } from './members.ts';
import type { TlsRefs } from './secrets.ts';

const at = (sort: 'listeners' | 'pools' | 'healthmonitors', id?: string): string =>
  `/lbaas/${sort}${id === undefined ? '' : `/${encodeURIComponent(id)}`}`;
const membersAt = (poolId: string, id?: string): string =>
  `${at('pools', poolId)}/members${id === undefined ? '' : `/${encodeURIComponent(id)}`}`;

/** A pool that is to be there. */
export interface Making {
  balancerId: string;
  body: PoolWanted;
  members: readonly ChosenMember[];
  tls: TlsRefs | undefined;
  mark: string;
  /** Where it stands in what was asked for: `pools.0.`, or nothing. */
  at: string;
}

/** The request that makes what takes what arrives. */
export const listenerStep = ({ body, balancerId, mark, tls, at: place }: Making): Step => ({
  key: `make listener ${mark}`,
  method: 'POST',
  path: at('listeners'),
  body: { listener: newListener(body, { balancerId, mark, tls }) },
  at: place,
});

const newMonitor = (poolId: string, monitor: MonitorWanted, mark: string): Pick<Step, 'method' | 'path' | 'body'> => ({
  method: 'POST',
  path: at('healthmonitors'),
  body: { healthmonitor: { ...monitorMembers(monitor), pool_id: poolId, tags: [mark] } },
});

/** The next piece of a new pool; undefined where all of it is there. */
export function nextPiece({ listener, pool, monitor, members }: Pieces, making: Making): Step | undefined {
  const { body, mark, at: place } = making;
  if (!listener) return listenerStep(making);
  if (!pool) {
    const fresh = newPool(body, { listenerId: listener.id, mark });
    return { key: `make pool ${mark}`, method: 'POST', path: at('pools'), body: { pool: fresh }, at: place };
  }
  if (body.healthmonitor && !monitor)
    return { key: `make monitor ${mark}`, ...newMonitor(pool.id, body.healthmonitor, mark), at: `${place}healthmonitor.` };
  if (making.members.length === 0 || members.length > 0) return undefined;
  const all = making.members.map((member) => memberMembers(member, body.backend_protocol_port, mark));
  return { key: `make members ${mark}`, method: 'PUT', path: membersAt(pool.id), body: { members: all }, at: `${place}members.` };
}

/** A pool that is to be changed. */
export interface Changing {
  body: PoolUpdate;
  /** Undefined: they stay. */
  members: readonly ChosenMember[] | undefined;
  tls: TlsRefs | undefined;
  /** Of those that are added. */
  port: number | null;
  backend: string | null;
  mark: string;
}

const isSame = (one: unknown, other: unknown): boolean => {
  if (typeof one !== 'object' || one === null || typeof other !== 'object' || other === null) return (one ?? null) === (other ?? null);
  if (Array.isArray(one) && Array.isArray(other)) return JSON.stringify(one.toSorted()) === JSON.stringify(other.toSorted());
  const keys = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...keys].every((key) => isSame((one as Record<string, unknown>)[key], (other as Record<string, unknown>)[key]));
};

/** Members of a body that are other than what there is. */
function differing(wanted: Readonly<Record<string, unknown>>, now: object): Record<string, unknown> | undefined {
  const before = now as Readonly<Record<string, unknown>>;
  const changed = Object.entries(wanted).filter(([name, value]) => !isSame(value, before[name]));
  return changed.length > 0 ? Object.fromEntries(changed) : undefined;
}

const changed = (sort: 'listeners' | 'pools' | 'healthmonitors', member: string, id: string, body: object | undefined): Step | undefined =>
  body && { key: `change ${member} ${id}`, method: 'PUT', path: at(sort, id), body: { [member]: body } };

/** The next change of a monitor. One of another type is another one. */
function nextOfMonitor({ pool, monitor }: Pieces, { body: { healthmonitor: wanted }, mark }: Changing): Step | undefined {
  if (wanted === undefined || !pool) return undefined;
  if (monitor && wanted?.type !== monitor.type)
    return { key: `remove monitor ${monitor.id}`, method: 'DELETE', path: at('healthmonitors', monitor.id) };
  if (wanted === null) return undefined;
  if (!monitor) return { key: `make monitor ${mark}`, ...newMonitor(pool.id, wanted, mark), at: 'healthmonitor.' };
  const { type: _type, ...members } = monitorMembers(wanted);
  return changed('healthmonitors', 'healthmonitor', monitor.id, differing(members, monitor));
}

const isOf = (member: OctaviaMember, { address }: ChosenMember): boolean => member.address === address;

/** The next change of members. Addresses that nobody can name here, as they are no server's, stay. `foreign`: ids of those. */
function nextOfMembers(
  { pool, members: now }: Pieces,
  { members: wanted, port, mark }: Changing,
  foreign: ReadonlySet<string>,
): Step | undefined {
  if (!wanted || !pool) return undefined;
  const left = now.find((member) => !foreign.has(member.id) && !wanted.some((one) => isOf(member, one)));
  if (left) return { key: `remove member ${left.id}`, method: 'DELETE', path: membersAt(pool.id, left.id) };
  for (const one of wanted) {
    const member = now.find((other) => isOf(other, one));
    if (!member) {
      const fresh = memberMembers(one, port ?? now[0]?.protocol_port ?? 0, mark);
      return { key: `make member ${one.address}`, method: 'POST', path: membersAt(pool.id), body: { member: fresh }, at: 'members.' };
    }
    const change = differing({ weight: one.weight, admin_state_up: one.enabled }, member);
    if (change) return { key: `change member ${member.id}`, method: 'PUT', path: membersAt(pool.id, member.id), body: { member: change } };
  }
  return undefined;
}

/** The next change of a pool; undefined where it is as it was asked for. Only what is other than it was is sent. */
export function nextChange(pieces: Pieces, changing: Changing, foreign: ReadonlySet<string>): Step | undefined {
  const { listener, pool } = pieces;
  const { body, tls, backend } = changing;
  const ofListener = listener && {
    ...listenerMembers(body, listener.insert_headers),
    ...tlsMembers(tls),
  };
  const ofPool = pool && poolMembers(body, backend);
  // Who is known by another way than ours is known all the same.
  if (ofPool && body.sticky_session && pool.session_persistence) delete ofPool['session_persistence'];
  return (
    (listener && changed('listeners', 'listener', listener.id, differing(ofListener!, listener))) ??
    (pool && changed('pools', 'pool', pool.id, differing(ofPool!, pool))) ??
    nextOfMonitor(pieces, changing) ??
    nextOfMembers(pieces, changing, foreign)
  );
}

/** Lets the next member at one of some addresses get nothing more; undefined where none does. */
export function drainStep({ pool, members }: Pieces, addresses: ReadonlySet<string>): Step | undefined {
  const member = members.find(({ address, weight }) => addresses.has(address) && weight > 0);
  if (!pool || !member) return undefined;
  return { key: `drain member ${member.id}`, method: 'PUT', path: membersAt(pool.id, member.id), body: { member: { weight: 0 } } };
}

/** The next piece to be taken away, what takes what arrives first. A pool that others use stays. */
export function nextRemoval({ listener, pool }: Pick<Pieces, 'listener' | 'pool'>): Step | undefined {
  if (listener) return { key: `remove listener ${listener.id}`, method: 'DELETE', path: at('listeners', listener.id) };
  if (pool && pool.listeners.length === 0) return { key: `remove pool ${pool.id}`, method: 'DELETE', path: at('pools', pool.id) };
  return undefined;
}
