/** Puts what another run has recorded beside a recording, as if it had been the same cloud. */
import { z } from 'zod';
import type { Exchange, Recording } from './recording.ts';

const token = z.object({ token: z.object({ user: z.object({ id: z.string(), name: z.string() }) }) });
const named = z.array(z.looseObject({ id: z.string() }));
const NAME = ['name', 'hypervisor_hostname'];

/** Ids of users, flavors and nodes, which no lab gives names to. */
function idsIn({ exchanges, names }: Recording): Map<string, string> {
  const ids = new Map(Object.entries(names));
  for (const { answer, path } of exchanges) {
    const user = token.safeParse(answer).data?.token.user;
    if (user) ids.set(`user ${user.name}`, user.id);
    if (!/flavors\/detail|hypervisors\/detail/.test(path)) continue;
    const items = named.safeParse(Object.values(answer as object).find(Array.isArray)).data ?? [];
    for (const item of items) {
      const name = NAME.map((key) => item[key]).find((text) => typeof text === 'string');
      if (name !== undefined && !ids.has(name)) ids.set(name, item.id);
    }
  }
  return ids;
}

const keyOf = ({ as, method, path, version, sent, status }: Exchange): string => JSON.stringify([as, method, path, version, sent, status]);

/**
 * `base` with what `fresh` has beside it: changes that were asked for, and readings of things that `base` does not know. What both clouds
 * have by the same name gets the id of `base`.
 */
export function merged(base: Recording, fresh: Recording): Recording {
  const [known, other] = [idsIn(base), idsIn(fresh)];
  const both = [...other].filter(([name, id]) => known.has(name) && known.get(name) !== id);
  const text = both.reduce((all, [name, id]) => all.replaceAll(id, known.get(name)!), JSON.stringify(fresh));
  const { names, exchanges } = JSON.parse(text) as Recording;
  const own = Object.entries(names).filter(([name]) => !known.has(name));
  const isOwn = ({ path, answer }: Exchange) => own.some(([, id]) => path.includes(id) || JSON.stringify(answer).includes(`"id":"${id}"`));
  const there = new Set(base.exchanges.map(keyOf));
  const isNew = (exchange: Exchange) => !there.has(keyOf(exchange)) && !exchange.path.endsWith('/auth/tokens');
  const added = exchanges.filter((exchange) => isNew(exchange) && (exchange.method !== 'GET' || isOwn(exchange)) && !isListing(exchange));
  const shared = Object.fromEntries(Object.entries(names).filter(([name, id]) => !known.has(name) || known.get(name) === id));
  return { about: base.about, names: { ...base.names, ...shared }, exchanges: [...base.exchanges, ...added] };
}

/** A listing tells of all that the other cloud has. */
const isListing = ({ method, path }: Exchange): boolean => method === 'GET' && /[?&]limit=/.test(path) && !path.includes('device_id=');
