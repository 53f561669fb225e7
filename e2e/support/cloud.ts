import { flavorCalls } from '@gantry/contract/nouns/flavors/calls';
import { imageCalls } from '@gantry/contract/nouns/images/calls';
import { networkCalls } from '@gantry/contract/nouns/networks/calls';
import { serverCalls } from '@gantry/contract/nouns/servers/calls';
import type { RunningProduct } from '../../tools/lib/product.ts';
import { signInTo } from '../../tools/lib/session.ts';
import { people } from './people.ts';

/** Creates a server in acme-prod through the API, for what the form does not offer: metadata such as a fault to be met. */
export async function createByApi(product: RunningProduct, name: string, metadata: Record<string, string>): Promise<void> {
  const session = await signInTo(product.selfService, people.member.domain, people.member.name, 'acme-prod');
  const images = imageCalls.list.answer.parse(await session.get(imageCalls.list.path)).data;
  const flavors = flavorCalls.list.answer.parse(await session.get(flavorCalls.list.path)).data;
  const networks = networkCalls.list.answer.parse(await session.get(networkCalls.list.path)).data;
  const [image, network] = [images[0], networks.find(({ name: known }) => known.includes('private'))];
  const flavor = flavors.find(({ ram, disk }) => image && ram >= image.min_ram && disk >= image.min_disk);
  if (!image || !flavor || !network) throw new Error('the sample has no image, flavor or network for a server');
  await session.post(serverCalls.create.path, {
    name,
    image_id: image.id,
    flavor_id: flavor.id,
    network_ids: [network.id],
    metadata,
  });
}
