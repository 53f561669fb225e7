/** Takes away what the scenarios have made and Gantry itself cannot remove. */
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { z } from 'zod';
import { Api } from '../../../src/engines/openstack/client/api.ts';
import { ignoreNotFound } from '../../../src/engines/openstack/client/errors.ts';
import { readCloud } from '../../../src/engines/openstack/client/clouds.ts';
import { ServiceAccount } from '../../../src/engines/openstack/client/tokens.ts';
import type { Cloud } from './cloud.ts';

const TIME_LIMIT = 60_000;

const engines = z.object({ engines: z.array(z.object({ type: z.literal('openstack'), clouds_file: z.string(), cloud: z.string() })) });

/** Asks each cloud of a file for something, with the account that reads it. */
async function askEach<T>({ config }: Cloud, ask: (api: Api) => Promise<T>): Promise<T[]> {
  if (config === undefined) return [];
  const answers: T[] = [];
  for (const { clouds_file: file, cloud } of engines.parse(parse(readFileSync(config, 'utf8'))).engines) {
    const { authUrl, auth, region, interface: face = 'public' } = await readCloud(file, cloud);
    const account = new ServiceAccount({ authUrl, timeLimit: TIME_LIMIT }, auth);
    answers.push(await ask(new Api({ account, authUrl, region, interface: face, timeLimit: TIME_LIMIT, observer: () => undefined })));
  }
  return answers;
}

/** Deletes an image; nothing on the embedded platform, which ends with the run. */
export async function removeImage(cloud: Cloud, id: string): Promise<void> {
  await askEach(cloud, (api) => api.ask('image', { method: 'DELETE', path: `/images/${encodeURIComponent(id)}`, answer: z.unknown() }));
}

/** Deletes the port of a load balancer that is gone, where the cloud has left it, as one does whose driver only pretends. Returns whether it has. */
export async function removeLeftPort(cloud: Cloud, id: string): Promise<boolean> {
  const path = `/ports/${encodeURIComponent(id)}`;
  const found = await askEach(cloud, (api) => ignoreNotFound(api.ask('network', { method: 'DELETE', path, answer: z.unknown() })));
  return found.some((answer) => answer !== undefined);
}
