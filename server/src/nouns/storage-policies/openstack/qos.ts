/** Limits of volumes as the volume service keeps them: specs of its qos-specs, which volume types are associated with. */
import { z } from 'zod';
import { LIMITED, type Limited, type PolicyLimits } from '@gantry/contract/nouns/storage-policies/limits';
import { collection } from '../../../engines/openstack/client/collection.ts';

/** All qos-specs of a cloud; of `specs` each is a text. */
export const qosSpecs = collection({
  service: 'volume',
  path: '/qos-specs',
  members: ['qos_specs', 'qos_specs'],
  item: z.object({ id: z.string(), name: z.string(), specs: z.record(z.string(), z.string()).default({}) }),
});

const PER_GIB = '_per_gb';
const MINIMUM = '_per_gb_min';

/** `read_iops` → `read_iops_sec`. */
const keyOf = (of: Limited): string => `${of}_sec`;

/** Every spec that says a limit. */
const KEYS: ReadonlySet<string> = new Set(LIMITED.flatMap((of) => ['', PER_GIB, MINIMUM].map((ending) => `${keyOf(of)}${ending}`)));

/** The specs that are of limits. */
export const limitKeysIn = (specs: Readonly<Record<string, string>>): string[] => Object.keys(specs).filter((key) => KEYS.has(key));

const numberIn = (text: string | undefined): number | undefined => (text !== undefined && /^\d+$/.test(text) ? Number(text) : undefined);

/** Limits that specs say. Where one is said for a volume and for each GiB of it, the latter is what the service applies. */
export const limitsIn = (specs: Readonly<Record<string, string>>): PolicyLimits =>
  Object.fromEntries(
    LIMITED.flatMap((of): [Limited, PolicyLimits[Limited]][] => {
      const key = keyOf(of);
      const [each, whole, minimum] = [`${key}${PER_GIB}`, key, `${key}${MINIMUM}`].map((name) => numberIn(specs[name]));
      if (each !== undefined) return [[of, { amount: each, per_gib: true, ...(minimum !== undefined && { minimum }) }]];
      return whole === undefined ? [] : [[of, { amount: whole, per_gib: false }]];
    }),
  );

/** The specs that say limits. */
export const specsOf = (limits: PolicyLimits): Record<string, string> =>
  Object.fromEntries(
    LIMITED.flatMap((of) => {
      const [key, limit] = [keyOf(of), limits[of]];
      if (!limit) return [];
      const { amount, per_gib: each, minimum } = limit;
      if (!each) return [[key, String(amount)]];
      return [[`${key}${PER_GIB}`, String(amount)], ...(minimum === undefined ? [] : [[`${key}${MINIMUM}`, String(minimum)]])];
    }),
  );
