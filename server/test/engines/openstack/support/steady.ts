/** Ids that stay when a recording is made anew: each is made of what it stands for, not of chance. */
import { createHash } from 'node:crypto';
import { fileOf, normalPath, type Exchange, type Recording } from '../../../../../fakes/openstack/recording.ts';

const ID = /\b(?:[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}|[\da-f]{32})\b/g;
/** Ids that the recorder has made up itself. */
const isMadeUp = (id: string): boolean => /^(.)\1{7}-/.test(id);

/** An id of the same form, made of a text. */
function idOf(text: string, like: string): string {
  const hex = createHash('sha256').update(text).digest('hex').slice(0, 32);
  if (!like.includes('-')) return hex;
  return [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20)].join('-');
}

/** Things are named where they are listed, before others are asked about by their ids. */
const ORDER = ['identity', 'image', 'network', 'placement', 'volume', 'compute'];
/** Within a service the order is that of the files, as it is when they are read. */
const rank = (exchange: Exchange): string => `${ORDER.indexOf(exchange.path.split('/')[1]!)} ${fileOf(exchange)}`;

/**
 * The same recording under ids that are made of the name a thing has in it, else of the question whose answer was the first to tell of it,
 * and of its place there.
 */
export function steady({ about, names, exchanges }: Recording): Recording {
  const known = new Map<string, string>();
  for (const [name, id] of Object.entries(names)) if (!known.has(id)) known.set(id, idOf(name, id));
  const renamed = (text: string): string => text.replaceAll(ID, (id) => known.get(id) ?? id);
  /** How many ids each question has told of so far; one that it was asked about and that nobody told of before stands for any. */
  const told = new Map<string, number>();
  const learn = (exchange: Exchange): void => {
    const path = normalPath(exchange.path).replaceAll(/[?&](device_id|object_id|network_id)=[^&]*/g, '');
    const question = `${exchange.method} ${path.replaceAll(ID, (id) => known.get(id) ?? '*')}`;
    for (const [id] of JSON.stringify(exchange).matchAll(ID)) {
      if (known.has(id)) continue;
      const place = told.get(question) ?? 0;
      told.set(question, place + 1);
      known.set(id, isMadeUp(id) ? id : idOf(`${question} ${place}`, id));
    }
  };
  for (const exchange of exchanges.toSorted((a, b) => (rank(a) === rank(b) ? 0 : rank(a) < rank(b) ? -1 : 1))) learn(exchange);
  const all = <T>(value: T): T => JSON.parse(renamed(JSON.stringify(value))) as T;
  return { about, names: all(names), exchanges: exchanges.map(all).map((one) => ({ ...one, path: normalPath(one.path) })) };
}
