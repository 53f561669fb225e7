import type { Draft } from './draft.ts';

/** The steps of the wizard, each at an address of its own (S2 §2), in the order of the summary. */
export const STEPS = ['image', 'flavor', 'networks', 'volumes', 'key', 'script'] as const;
export type Step = (typeof STEPS)[number];

export const isStep = (text: unknown): text is Step => (STEPS as readonly unknown[]).includes(text);

/** Fields that are filled in at a step: what is wrong with one of them shows at its step. */
export const FIELDS: Readonly<Record<Step, readonly (keyof Draft)[]>> = {
  image: ['image_id', 'volume_id', 'snapshot_id'],
  flavor: ['flavor_id'],
  networks: ['network_ids', 'interfaces'],
  volumes: ['volume_size', 'storage_policy_id', 'delete_on_termination', 'disk_bus', 'device_type', 'volumes'],
  key: ['key_pair_id', 'password'],
  script: ['user_data', 'config_drive'],
};
