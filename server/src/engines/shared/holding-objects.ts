/** What engines have in common that hold objects elsewhere: how they are configured, and that they are watched. */
import type { Logger } from 'pino';
import { z } from 'zod';
import { probe, reasonOf } from '../../objects/remote/probe.ts';
import type { ObjectService } from '../../port/service.ts';
import type { Engine, EngineContext } from '../../port/engine.ts';
import { certificates } from './certificates.ts';
import { Watch } from './watch.ts';

/** The part of GANTRY_CONFIG, or of the environment, that describes an object storage. */
export const storageSettings = z.strictObject({
  /** Of the S3 endpoint, path style: `https://s3.example.org`, with a path before the buckets where there is one. */
  endpoint: z
    .url({ protocol: /^https?$/, error: 'must be an address that begins with http:// or https://' })
    .refine((url) => !/[?#@]/.test(url), { error: 'must have neither a query nor credentials' })
    .transform((url) => url.replace(/\/+$/, '')),
  region: z
    .string()
    .regex(/^[a-z0-9-]{1,64}$/, { error: 'must be the name of a region' })
    .default('us-east-1'),
  /** Where its certificate is of an authority that Node does not know. */
  ca_file: certificates.optional(),
  access_key: z.string({ error: 'is needed' }).regex(/^[\x21-\x7e]{1,128}$/, { error: 'must be an access key' }),
  secret_key: z.string({ error: 'is needed' }).regex(/^[\x21-\x7e]{1,256}$/, { error: 'must be a secret key' }),
});
export type StorageSettings = z.output<typeof storageSettings>;

/** How it is called where a service is named that does not answer. */
export const OBJECTS = 'objects';

const watchOver = (place: Pick<ObjectService, 'endpoint' | 'ca'>, log: Logger): Watch =>
  new Watch((limit, signal) => probe(place, limit, signal), log, { service: OBJECTS, name: 'the object storage', reasonOf });

/** An engine that has no rows of its own, and whose objects are asked for by S3. */
export function holdingObjects(
  type: string,
  { id, log }: Pick<EngineContext, 'id' | 'log'>,
  { endpoint, region, ca_file: ca }: Pick<StorageSettings, 'endpoint' | 'region' | 'ca_file'>,
  service: Pick<ObjectService, 'users' | 'passesOver'>,
): Engine {
  const watch = watchOver({ endpoint, ca }, log);
  return {
    id,
    type,
    mirrors: false,
    objects: { endpoint, region, ca, ...service },
    commands: {},
    live: {},
    health: () => watch.read(),
    onHealth: (listener) => watch.onChange(listener),
    async start() {
      watch.start();
    },
    stop: () => watch.stop(),
  };
}
