/** Members of Octavia's pools, one by one and all at once. */
import { randomUUID } from 'node:crypto';
import type { Cloud } from '../cloud.ts';
import type { Item, Json } from '../recorded.ts';
import { member, pageById, type Question, type Route } from '../reply.ts';
import { fault, type Piece } from './balancing.ts';
import { assertKnown, PAGE_LIMIT, ofProject } from './shared.ts';

const CHANGEABLE: ReadonlySet<string> = new Set(['name', 'admin_state_up', 'weight', 'backup', 'monitor_address', 'monitor_port', 'tags']);

const shown = ({ pool_id: _pool, loadbalancer_id: _balancer, ...item }: Json): Json => item;

export function memberRoutes(cloud: Cloud): Route[] {
  const { balancing } = cloud;
  const { pools, members } = balancing;
  const poolFor = (question: Question, id: string): Piece => {
    const pool = pools.items.get(id);
    if (!pool || !ofProject('', '').sees(question, pool)) throw fault(404, `Pool ${id} not found.`);
    return pool as Piece;
  };
  const memberFor = (pool: Piece, id: string): Item => {
    const found = balancing.of(members, 'pool_id', pool.id).find((one) => one.id === id);
    if (!found) throw fault(404, `Member ${id} not found.`);
    return found;
  };
  const same = (pool: Piece, wanted: Json) =>
    balancing
      .of(members, 'pool_id', pool.id)
      .find((one) => one['address'] === wanted['address'] && one['protocol_port'] === wanted['protocol_port']);
  const make = (pool: Piece, wanted: Json): Item =>
    members.create(
      {
        operating_status: pool['healthmonitor_id'] === null ? 'NO_MONITOR' : 'ONLINE',
        ...wanted,
        pool_id: pool.id,
        loadbalancer_id: pool.loadbalancer_id,
        project_id: pool.project_id,
      },
      randomUUID(),
    );
  const all = /^\/v2\.0\/lbaas\/pools\/([^/]+)\/members$/;
  const one = /^\/v2\.0\/lbaas\/pools\/([^/]+)\/members\/([^/]+)$/;
  return [
    {
      method: 'GET',
      path: all,
      answer(question, id = '') {
        const own = balancing.of(members, 'pool_id', poolFor(question, id).id);
        const page = pageById(
          own.toSorted((a, b) => (a.id < b.id ? -1 : 1)),
          question.query,
          PAGE_LIMIT,
          (marker) => fault(400, `marker ${marker}`),
        );
        return { items: page.length, body: { members: page.map(shown) } };
      },
    },
    {
      method: 'POST',
      path: all,
      answer(question, id = '') {
        const pool = poolFor(question, id);
        balancing.assertMutable(pool.loadbalancer_id);
        const wanted = member(question.body, 'member') as Json;
        if (same(pool, wanted))
          throw fault(
            409,
            `Another member on this pool is already using ip ${String(wanted['address'])} on protocol_port ${String(wanted['protocol_port'])}`,
          );
        const made = make(pool, wanted);
        balancing.change(pool.loadbalancer_id, 'PENDING_CREATE', [[members, made.id]]);
        return { status: 201, body: { member: shown(members.items.get(made.id)!) } };
      },
    },
    {
      // All of them: those that are not named go, and what is left out of one becomes what it usually is.
      method: 'PUT',
      path: all,
      answer(question, id = '') {
        const pool = poolFor(question, id);
        balancing.assertMutable(pool.loadbalancer_id);
        const wanted = member(question.body, 'members') as Json[];
        const usual = { weight: 1, admin_state_up: true, backup: false };
        const kept = wanted.map((item) => {
          const known = same(pool, item);
          return known ? members.change(known.id, { ...usual, ...item })! : make(pool, item);
        });
        const ids = new Set(kept.map((item) => item.id));
        for (const other of balancing.of(members, 'pool_id', pool.id)) if (!ids.has(other.id)) members.remove(other.id);
        balancing.change(
          pool.loadbalancer_id,
          'PENDING_UPDATE',
          kept.map((item) => [members, item.id] as const),
        );
        return { status: 202 };
      },
    },
    {
      method: 'PUT',
      path: one,
      answer(question, id = '', memberId = '') {
        const pool = poolFor(question, id);
        const found = memberFor(pool, memberId);
        balancing.assertMutable(pool.loadbalancer_id);
        const body = member(question.body, 'member') as Json;
        assertKnown(body, CHANGEABLE);
        members.change(found.id, body);
        balancing.change(pool.loadbalancer_id, 'PENDING_UPDATE', [[members, found.id]]);
        return { body: { member: shown(members.items.get(found.id)!) } };
      },
    },
    {
      method: 'DELETE',
      path: one,
      answer(question, id = '', memberId = '') {
        const pool = poolFor(question, id);
        const found = memberFor(pool, memberId);
        balancing.assertMutable(pool.loadbalancer_id);
        balancing.change(pool.loadbalancer_id, 'PENDING_DELETE', [[members, found.id]], () => members.remove(found.id));
        return { status: 204 };
      },
    },
  ];
}
