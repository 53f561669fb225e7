import type { Draft } from './draft.ts';

/** The sections of the form, each at an address of its own (S2 §2), in their order. */
export const STEPS = ['image', 'flavor', 'networks', 'volumes', 'key', 'script', 'options'] as const;
export type Step = (typeof STEPS)[number];

/** Those in which something has to be chosen. */
export const REQUIRED: ReadonlySet<Step> = new Set(['image', 'flavor', 'networks']);

/** Fields of a section: what is wrong with one of them shows there. */
export const FIELDS: Readonly<Record<Step, readonly (keyof Draft)[]>> = {
  image: ['image_id', 'volume_id', 'snapshot_id'],
  flavor: ['flavor_id'],
  networks: ['network_ids', 'interfaces', 'reachable_from'],
  volumes: ['volume_size', 'storage_policy_id', 'delete_on_termination', 'disk_bus', 'device_type', 'volumes'],
  key: ['key_pair_id', 'password'],
  script: ['user_data', 'config_drive'],
  options: ['description', 'ha_enabled', 'allow_live_resize', 'firmware', 'traits', 'tags', 'metadata'],
};
