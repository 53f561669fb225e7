import { nouns } from '@gantry/contract';
import type { Client } from './client.ts';

/** What a new server is made of, from what the sample tenant sees. */
export async function ingredients(client: Client) {
  const first = { limit: 1 };
  const [flavors, images, networks] = await Promise.all([
    client.call(nouns.flavors.calls.list, { query: first }),
    client.call(nouns.images.calls.list, { query: first }),
    client.call(nouns.networks.calls.list, { query: first }),
  ]);
  return { flavor_id: flavors.data[0]!.id, image_id: images.data[0]!.id, network_ids: [networks.data[0]!.id] };
}
