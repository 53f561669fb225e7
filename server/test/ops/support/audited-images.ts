/** Images that are offered to another project, each for one call. */
import { nouns } from '@gantry/contract';
import type { TestApp } from '../../support/app.ts';
import type { Client } from '../../support/client.ts';
import type { Made } from '../../nouns/support/asked.ts';

const calls = nouns.images.calls;

/** @param other somebody in the project that images are offered to. */
export async function makeImages(app: TestApp, who: Client, other: Client): Promise<Made> {
  const project_id = (await other.call(nouns.session.calls.whoami)).project_id!;
  const image = async (name: string): Promise<string> => {
    const headers = { 'content-type': 'application/octet-stream', 'x-image-name': name, 'x-image-disk-format': 'raw' };
    const reply = await who.raw('POST', '/api/v2/compute/images', { text: Buffer.alloc(512), headers });
    const { id, task_id } = reply.json as { id: string; task_id: string };
    await app.ended(who, task_id);
    return id;
  };
  const offered = async (name: string): Promise<string> => {
    const imageId = await image(name);
    await app.ended(who, (await who.call(calls.share, { params: { imageId }, body: { project_id } })).task_id);
    return imageId;
  };
  return {
    bodies: { 'images.share': { project_id }, 'images.unshare': { project_id } },
    things: {
      'images.share': await image('to be offered'),
      'images.unshare': await offered('to be kept back'),
      'images.accept': await offered('to be taken'),
      'images.reject': await offered('to be left'),
    },
  };
}
