/** Takes away what the scenarios have made and Gantry itself cannot remove. */
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { z } from 'zod';
import { Api } from '../../../src/engines/openstack/client/api.ts';
import { readCloud } from '../../../src/engines/openstack/client/clouds.ts';
import { ServiceAccount } from '../../../src/engines/openstack/client/tokens.ts';
import type { Cloud } from './cloud.ts';

const TIME_LIMIT = 60_000;

const engines = z.object({ engines: z.array(z.object({ type: z.literal('openstack'), clouds_file: z.string(), cloud: z.string() })) });

/** Deletes an image; nothing on the embedded platform, which ends with the run. */
export async function removeImage({ config }: Cloud, id: string): Promise<void> {
  if (config === undefined) return;
  for (const { clouds_file: file, cloud } of engines.parse(parse(readFileSync(config, 'utf8'))).engines) {
    const { authUrl, auth, region, interface: face = 'public' } = await readCloud(file, cloud);
    const account = new ServiceAccount({ authUrl, timeLimit: TIME_LIMIT }, auth);
    const api = new Api({ account, authUrl, region, interface: face, timeLimit: TIME_LIMIT, observer: () => undefined });
    await api.ask('image', { method: 'DELETE', path: `/images/${encodeURIComponent(id)}`, answer: z.unknown() });
  }
}
