import type { Api } from '../../../engines/openstack/client/api.ts';
import { isUnknown } from '../../../engines/openstack/client/errors.ts';
import { listTraits, nodesWith } from '../../traits/openstack/client.ts';
import type { MirrorContext } from '../../../engines/openstack/mirror/strategy.ts';

/** Milliseconds for which what was requested is good. */
const ASK_AGAIN_MS = 60_000;

/** Node → names of what it offers, sorted. */
type Offers = ReadonlyMap<string, readonly string[]>;

/** Asked for each trait that somebody has, not for each node: there are few of the one, and may be thousands of the other. */
async function askOffers(api: Api): Promise<Offers> {
  const offers = new Map<string, string[]>();
  for (const name of (await listTraits(api, { offered: true })).toSorted())
    for (const id of new Set(await nodesWith(api, name))) offers.set(id, [...(offers.get(id) ?? []), name]);
  return offers;
}

/** How the traits of nodes are read. Undefined while the placement service does not answer. */
export function traitsReader(): (context: MirrorContext, nodeId: string) => Promise<readonly string[] | undefined> {
  let known: { at: number; offers: Promise<Offers> } | undefined;
  return async ({ api, log }, nodeId) => {
    if (known === undefined || performance.now() - known.at > ASK_AGAIN_MS) known = { at: performance.now(), offers: askOffers(api) };
    const current = known;
    try {
      return (await current.offers).get(nodeId) ?? [];
    } catch (error) {
      if (known === current) known = undefined;
      if (!isUnknown(error)) throw error;
      log.debug({ err: error }, 'traits of nodes not read: they keep what they had');
      return undefined;
    }
  };
}
