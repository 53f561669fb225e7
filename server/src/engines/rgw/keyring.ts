import { z } from 'zod';
import { GantryError } from '@gantry/contract/wire/errors';
import type { Keyring, StorageUsage } from '../../port/service.ts';
import { OBJECTS } from '../shared/holding-objects.ts';
import type { Admin } from './admin.ts';

/** Users of this installation begin so, among all others that the gateway has. */
const PREFIX = 'gantry-';
/** Names of the gateway's users in policies, without a tenant. */
const ARN = `arn:aws:iam:::user/${PREFIX}`;
/** Buckets of one user, as on the embedded platform. */
const BUCKETS_MAX = 1000;

const buckets = z.array(
  z.looseObject({
    bucket: z.string(),
    owner: z.string(),
    usage: z.record(z.string(), z.looseObject({ size: z.number().default(0), num_objects: z.number().default(0) })),
  }),
);

type Usage = z.infer<typeof buckets>[number]['usage'];
/** Of whole objects and of parts, which the gateway counts apart. */
const usedIn = (usage: Usage): { objects: number; bytes: number } => {
  const all = Object.entries(usage);
  return {
    objects: all.reduce((sum, [name, { num_objects: count }]) => sum + (name === 'rgw.multimeta' ? 0 : count), 0),
    bytes: all.reduce((sum, [, { size }]) => sum + size, 0),
  };
};

/** Users of the gateway that stand for ours. */
export function keyringOf(admin: Admin): Keyring {
  const of = (id: string): { uid: string } => ({ uid: `${PREFIX}${id}` });
  async function bucketsOf(whose: { uid?: string }): Promise<z.infer<typeof buckets>> {
    const { data, error } = buckets.safeParse((await admin('GET', 'bucket', { ...whose, stats: true }, ['NoSuchUser'])) ?? []);
    if (data) return data;
    const detail = `${OBJECTS}: an unknown answer`;
    throw new GantryError('engine_unavailable', { params: { service: OBJECTS }, detail, cause: error });
  }
  return {
    async create({ id, name }) {
      const user = { ...of(id), 'display-name': name, 'generate-key': false, 'max-buckets': BUCKETS_MAX };
      await admin('PUT', 'user', user, ['UserAlreadyExists', 'UserExists']);
    },
    async add(id, { accessKey, secret }) {
      await admin('PUT', 'user', {
        key: '',
        ...of(id),
        'key-type': 's3',
        'access-key': accessKey,
        'secret-key': secret,
        'generate-key': false,
      });
    },
    async remove(id, accessKey) {
      await admin('DELETE', 'user', { key: '', ...of(id), 'key-type': 's3', 'access-key': accessKey }, ['InvalidAccessKeyId', 'NoSuchKey']);
    },
    async suspend(id, suspended) {
      await admin('POST', 'user', { ...of(id), suspended });
    },
    async restrict(id, readOnly) {
      await admin('POST', 'user', { ...of(id), 'op-mask': readOnly ? 'read' : 'read,write,delete' });
    },
    async limit(id, { bytes, objects }) {
      const enabled = bytes !== null || objects !== null;
      const most = { 'max-size': bytes ?? -1, 'max-objects': objects ?? -1 };
      await admin('PUT', 'user', { quota: '', ...of(id), 'quota-type': 'user', ...most, enabled });
    },
    principalOf: (id) => `${ARN}${id}`,
    accountOf: (principal) => (principal.startsWith(ARN) ? principal.slice(ARN.length) : undefined),
    async destroy(id) {
      await admin('DELETE', 'user', of(id), ['NoSuchUser']);
    },
    async buckets(id) {
      const found = await bucketsOf({ ...of(id) });
      return found.map(({ bucket, usage }) => ({ name: bucket, ...usedIn(usage) }));
    },
    async usage() {
      const data = await bucketsOf({});
      const kept = new Map<string, StorageUsage & { objects: number; bytes: number }>();
      for (const { owner, usage } of data) {
        if (!owner.startsWith(PREFIX)) continue;
        const id = owner.slice(PREFIX.length);
        const before = kept.get(id) ?? { buckets: 0, objects: 0, bytes: 0 };
        const used = usedIn(usage);
        kept.set(id, { buckets: before.buckets + 1, objects: before.objects + used.objects, bytes: before.bytes + used.bytes });
      }
      return kept;
    },
  };
}
