/** Lets the cloud of recorded answers keep plain things. */
import type { Item, Collection } from '../../../../../fakes/openstack/collection.ts';
import type { AsRecorded } from '../../../../../fakes/openstack/as-recorded.ts';
import type { Asked, Told } from '../../../../../fakes/openstack/listener.ts';

interface Served {
  kept: Collection;
  /** Status of the answer to what makes one. */
  made?: number;
  /** What is refused before it is done; `item`: what it is about. */
  refuse?(asked: Asked, item: Item | undefined): Told | undefined;
  gone: Told;
}

/** Lets a replayed cloud keep a collection: `/network/v2.0/networks`. */
export function serve(cloud: AsRecorded, path: string, { kept, made = 201, refuse, gone }: Served): void {
  const [many, one] = kept.members;
  const all = new RegExp(`^${path}(/detail)?(\\?|$)`);
  const single = new RegExp(`^${path}/([^/?]+)$`);
  const sent = ({ sent: body }: Asked) => (body as Record<string, Readonly<Record<string, unknown>>>)[one]!;
  const about = (asked: Asked, work: (id: string, item: Item) => Told): Told => {
    const id = single.exec(asked.path)![1]!;
    const item = kept.items.get(id);
    return refuse?.(asked, item) ?? (item ? work(id, item) : gone);
  };
  cloud.on('GET', single, (asked) => about(asked, (_id, item) => ({ answer: { [one]: item } })));
  cloud.on('GET', all, (asked) => ({ answer: { [many]: kept.list(asked.query) } }));
  // The network service takes several at once, too.
  const create = (asked: Asked) => {
    const several = (asked.sent as Record<string, readonly Item[] | undefined>)[many];
    return several ? { [many]: several.map((item) => kept.create(item)) } : { [one]: kept.create(sent(asked)) };
  };
  cloud.on('POST', all, (asked) => refuse?.(asked, undefined) ?? { status: made, answer: create(asked) });
  cloud.on('PUT', single, (asked) => about(asked, (id) => ({ answer: { [one]: kept.change(id, sent(asked)) } })));
  cloud.on('DELETE', single, (asked) => about(asked, (id) => (kept.remove(id), { status: 204, answer: null })));
}
