/** What is to be done, in its order, so that a pool becomes what was asked for, by what there is of it. */
import type { MonitorWanted, PoolUpdate, PoolWanted } from '@gantry/contract/nouns/load-balancer-pools/bodies';
import type { Step } from '../../load-balancers/openstack/work.ts';
import {
  listenerMembers,
  memberMembers,
  monitorMembers,
  newListener,
  newPool,
  poolMembers,
  tlsMembers,
  type KeptOfMonitor,
} from './bodies.ts';
import type { OctaviaMember, Pieces } from './client.ts';
import type { ChosenMember } from './members.ts';
import type { TlsRefs } from './secrets.ts';
import { retagged } from './tags.ts';

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

const newMonitor = (
  poolId: string,
  monitor: MonitorWanted,
  { mark, kept: { tags = [], ...kept } }: { mark: string; kept: KeptOfMonitor },
): Pick<Step, 'method' | 'path' | 'body'> => ({
  method: 'POST',
  path: at('healthmonitors'),
  body: { healthmonitor: { ...kept, ...monitorMembers(monitor), pool_id: poolId, tags: [...tags, mark] } },
});

/** The next piece of a new pool, which the one after it is made for; none where all of it is there. */
export function missingPieces({ listener, pool, monitor, members }: Pieces, making: Making): Step[] {
  const { body, mark, at: place } = making;
  if (!listener) return [listenerStep(making)];
  if (!pool) {
    const fresh = newPool(body, { listenerId: listener.id, mark });
    return [{ key: `make pool ${mark}`, method: 'POST', path: at('pools'), body: { pool: fresh }, at: place }];
  }
  if (body.healthmonitor && !monitor)
    return [{ key: `make monitor ${mark}`, ...newMonitor(pool.id, body.healthmonitor, { mark, kept: {} }), at: `${place}healthmonitor.` }];
  if (making.members.length === 0 || members.length > 0) return [];
  const all = making.members.map((member) => memberMembers(member, body.backend_protocol_port, mark));
  return [{ key: `make members ${mark}`, method: 'PUT', path: membersAt(pool.id), body: { members: all }, at: `${place}members.` }];
}

/** A pool that is to be changed. */
export interface Changing {
  body: PoolUpdate;
  /** Undefined: they stay. */
  members: readonly ChosenMember[] | undefined;
  /** Ids of members that nobody can name here, as they are no server's: they stay. */
  foreign: ReadonlySet<string>;
  tls: TlsRefs | undefined;
  /** What the monitor before has, for one of another type. */
  monitor: KeptOfMonitor;
  /** Of those that are added. */
  port: number | null;
  backend: string | null;
  mark: string;
}

/** The service answers with null where it was told an empty list. */
const isNothing = (value: unknown): boolean =>
  value === null || value === undefined || (typeof value === 'object' && Object.keys(value).length === 0);

const isSame = (one: unknown, other: unknown): boolean => {
  if (isNothing(one) || isNothing(other)) return isNothing(one) && isNothing(other);
  if (typeof one !== 'object' || one === null || typeof other !== 'object' || other === null) return one === other;
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

const changed = (sort: 'listeners' | 'pools' | 'healthmonitors', member: string, id: string, body: object | undefined): Step[] =>
  body ? [{ key: `change ${member} ${id}`, method: 'PUT', path: at(sort, id), body: { [member]: body } }] : [];

/** Changes of a monitor. One of another type is another one. */
function changesOfMonitor({ pool, monitor }: Pieces, { body: { healthmonitor: wanted }, monitor: kept, mark }: Changing): Step[] {
  if (wanted === undefined || !pool) return [];
  if (monitor && wanted?.type !== monitor.type)
    return [{ key: `remove monitor ${monitor.id}`, method: 'DELETE', path: at('healthmonitors', monitor.id) }];
  if (wanted === null) return [];
  if (!monitor) return [{ key: `make monitor ${mark}`, ...newMonitor(pool.id, wanted, { mark, kept }), at: 'healthmonitor.' }];
  const { type: _type, ...members } = monitorMembers(wanted);
  return changed('healthmonitors', 'healthmonitor', monitor.id, differing(members, monitor));
}

const isOf = (member: OctaviaMember, { address }: ChosenMember): boolean => member.address === address;

/** Changes of members: those that are named no more go first, as their addresses may be others' now. */
function changesOfMembers({ pool, members: now }: Pieces, { members: wanted, foreign, port, mark }: Changing): Step[] {
  if (!wanted || !pool) return [];
  const left = now.filter((member) => !foreign.has(member.id) && !wanted.some((one) => isOf(member, one)));
  const removals = left.map(({ id }): Step => ({ key: `remove member ${id}`, method: 'DELETE', path: membersAt(pool.id, id) }));
  const changes = wanted.flatMap((one): Step[] => {
    const member = now.find((other) => isOf(other, one));
    if (!member) {
      const fresh = memberMembers(one, port ?? now[0]?.protocol_port ?? 0, mark);
      return [{ key: `make member ${one.address}`, method: 'POST', path: membersAt(pool.id), body: { member: fresh }, at: 'members.' }];
    }
    const tags = retagged(member.tags, one.serverId);
    const change = differing({ weight: one.weight, admin_state_up: one.enabled, ...(tags && { tags }) }, member);
    return change
      ? [{ key: `change member ${member.id}`, method: 'PUT', path: membersAt(pool.id, member.id), body: { member: change } }]
      : [];
  });
  return [...removals, ...changes];
}

/** Changes of a pool; none where it is as it was asked for. Only what is other than it was is sent. */
export function changesOf(pieces: Pieces, changing: Changing): Step[] {
  const { listener, pool } = pieces;
  const { body, tls, backend } = changing;
  const ofListener = listener && { ...listenerMembers(body, listener.insert_headers), ...tlsMembers(tls, listener) };
  const ofPool = pool && poolMembers(body, backend);
  // Who is known by another way than ours is known all the same.
  if (ofPool && body.sticky_session && pool.session_persistence) delete ofPool['session_persistence'];
  return [
    ...(listener ? changed('listeners', 'listener', listener.id, differing(ofListener!, listener)) : []),
    ...(pool ? changed('pools', 'pool', pool.id, differing(ofPool!, pool)) : []),
    ...changesOfMonitor(pieces, changing),
    ...changesOfMembers(pieces, changing),
  ];
}

/** Lets the members at some addresses get nothing more. */
export function drainSteps({ pool, members }: Pieces, addresses: ReadonlySet<string>): Step[] {
  if (!pool) return [];
  const drained = members.filter(({ address, weight }) => addresses.has(address) && weight > 0);
  return drained.map(({ id }) => ({
    key: `drain member ${id}`,
    method: 'PUT',
    path: membersAt(pool.id, id),
    body: { member: { weight: 0 } },
  }));
}

/** The next piece to be taken away, what takes what arrives first. A pool that others use stays. */
export function removals({ listener, pool }: Pick<Pieces, 'listener' | 'pool'>): Step[] {
  if (listener) return [{ key: `remove listener ${listener.id}`, method: 'DELETE', path: at('listeners', listener.id) }];
  if (pool && pool.listeners.length === 0) return [{ key: `remove pool ${pool.id}`, method: 'DELETE', path: at('pools', pool.id) }];
  return [];
}
