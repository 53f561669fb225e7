import { DEVICE_TYPES, DISK_BUSES, FIRMWARES, serverCreateBody, type ServerCreate } from '@gantry/contract/nouns/servers/create';
import { numbered } from '@gantry/contract/wire/values';
import { z } from 'zod';
import { interfaceOf, newNic, nicShape, type DraftNic } from '../../../parts/networks/nic-draft.ts';
import type { SchemaForm } from '../../../ui/form/use-schema-form.ts';
import { tagsIn } from '../../../ui/form/tags.ts';

const text = z.string();
const flag = z.boolean();
const device = { disk_bus: z.enum(DISK_BUSES).optional(), device_type: z.enum(DEVICE_TYPES).optional() };

const further = z.object({
  volume_id: text.optional(),
  snapshot_id: text.optional(),
  name: text.optional(),
  size: z.number().optional(),
  storage_policy_id: text.optional(),
  delete_on_termination: flag,
  boot_order: z.number().optional(),
  /** It came with an installation medium, to be installed on. */
  installs: z.literal(true).optional(),
  ...device,
});
/** A volume beside the boot volume, as it is typed: an existing one where `volume_id` is there, made of a snapshot where `snapshot_id` is. */
export type DraftVolume = z.infer<typeof further>;

const shape = z.object({
  name: text,
  description: text,
  count: z.number().optional(),
  image_id: text.optional(),
  volume_id: text.optional(),
  snapshot_id: text.optional(),
  flavor_id: text,
  volume_size: z.number().optional(),
  storage_policy_id: text.optional(),
  delete_on_termination: flag,
  ...device,
  volumes: z.array(further),
  network_ids: z.array(text),
  /** Of which more is said than that there is one in each network; those whose network is not chosen are kept for when it is again. */
  interfaces: z.array(nicShape).default([]),
  reachable_from: text.optional(),
  key_pair_id: text.optional(),
  password: text.default(''),
  user_data: text.optional(),
  config_drive: flag,
  allow_live_resize: flag,
  ha_enabled: flag.default(true),
  /** Empty: as the image has it. */
  firmware: z.enum(['', ...FIRMWARES]).default(''),
  /** Names of placements. */
  traits: z.array(text).default([]),
  /** Separated by commas. */
  tags: text.default(''),
  metadata: z.array(z.object({ key: text, value: text })),
});
/** What is typed and chosen, as the form holds it. */
export type Draft = z.infer<typeof shape>;

/** The form that holds it. */
export type DraftForm = SchemaForm<Draft, ServerCreate>;

/** Each field is here, so that the form can tell which it has. */
export const EMPTY: Draft = {
  name: '',
  description: '',
  count: 1,
  image_id: undefined,
  volume_id: undefined,
  snapshot_id: undefined,
  flavor_id: '',
  volume_size: undefined,
  storage_policy_id: undefined,
  delete_on_termination: true,
  disk_bus: undefined,
  device_type: undefined,
  volumes: [],
  network_ids: [],
  interfaces: [],
  reachable_from: undefined,
  key_pair_id: undefined,
  password: '',
  user_data: undefined,
  config_drive: false,
  allow_live_resize: false,
  ha_enabled: true,
  firmware: '',
  traits: [],
  tags: '',
  metadata: [],
};

/** A kept draft; undefined where there is none, or none of this form. */
export function parseDraft(kept: unknown): Draft | undefined {
  const parsed = shape.safeParse(kept);
  return parsed.success ? { ...EMPTY, ...parsed.data } : undefined;
}

/** A draft as it may be kept: a password is typed again. */
export const keptDraft = (draft: Draft): Draft => ({ ...draft, password: '' });

/**
 * Nothing says how one signs in to the guest: an image brings no key of the user and, as a rule, no password; other disks may have both,
 * and an installation asks.
 */
export const isLockedOut = ({ image_id: image, device_type: type, key_pair_id: key, password, user_data: script = '' }: Draft): boolean =>
  image !== undefined && type !== 'cdrom' && key === undefined && password === '' && script.trim() === '';

/** How many are asked for. */
export const countOf = ({ count }: Pick<Draft, 'count'>): number => count ?? 1;

/** What the servers of a body are called: several alike are numbered. */
export const namesOf = ({ name, count = 1 }: Pick<ServerCreate, 'name' | 'count'>): readonly string[] =>
  count === 1 ? [name] : Array.from({ length: count }, (_, index) => numbered(name, index + 1));

/** The interfaces in their order: those of which something is said, then one in each other network that is chosen. */
export function nicsOf({ network_ids: chosen, interfaces }: Pick<Draft, 'network_ids' | 'interfaces'>): DraftNic[] {
  const said = interfaces.filter(({ network_id: network }) => chosen.includes(network));
  const silent = chosen.filter((network) => !said.some(({ network_id: id }) => id === network));
  return [...said, ...silent.map(newNic)];
}

/** Where nothing more is said of any, only the networks. */
function interfacesOf(draft: Draft): Pick<z.input<typeof serverCreateBody>, 'network_ids' | 'interfaces'> {
  const nics = nicsOf(draft).map(interfaceOf);
  return nics.some((nic) => Object.keys(nic).length > 1) ? { interfaces: nics } : { network_ids: nics.map(({ network_id: id }) => id) };
}

/** A volume beside the boot volume, as the body has it. */
function volumeOf(volume: DraftVolume) {
  const {
    name,
    volume_id: id,
    snapshot_id: of,
    size,
    storage_policy_id: policy,
    delete_on_termination: goes,
    installs: _installs,
    ...row
  } = volume;
  return {
    ...(id === undefined ? { ...(name && { name }), size } : { volume_id: id }),
    ...(id === undefined && (of === undefined ? { storage_policy_id: policy } : { snapshot_id: of })),
    ...(goes && { delete_on_termination: true }),
    ...row,
  };
}

/** The body that a draft stands for. What is as the cloud would have it anyway is left out. */
function bodyOf(draft: Draft, takesHa: boolean): z.input<typeof serverCreateBody> {
  const { image_id: image, volume_id: volume, snapshot_id: snapshot, count, metadata, user_data: script } = draft;
  const volumes = draft.volumes.map(volumeOf);
  const tags = tagsIn(draft.tags);
  // A boot volume that is made goes with the server by itself, an existing one stays.
  const usual = volume === undefined;
  return {
    name: draft.name,
    ...(draft.description !== '' && { description: draft.description }),
    flavor_id: draft.flavor_id,
    image_id: image,
    volume_id: volume,
    snapshot_id: snapshot,
    ...((image ?? snapshot) !== undefined && draft.volume_size !== undefined && { volume_size: draft.volume_size }),
    ...(image !== undefined && { storage_policy_id: draft.storage_policy_id }),
    ...(draft.delete_on_termination !== usual && { delete_on_termination: draft.delete_on_termination }),
    disk_bus: draft.disk_bus,
    device_type: draft.device_type,
    ...(volumes.length > 0 && { volumes }),
    ...interfacesOf(draft),
    reachable_from: draft.reachable_from,
    key_pair_id: draft.key_pair_id,
    ...(draft.password !== '' && { password: draft.password }),
    user_data: script === '' ? undefined : script,
    ...(draft.config_drive && { config_drive: true }),
    ...(draft.allow_live_resize && { allow_live_resize: true }),
    ...(takesHa && { ha_enabled: draft.ha_enabled }),
    ...(draft.firmware !== '' && { firmware: draft.firmware }),
    ...(draft.traits.length > 0 && { traits: draft.traits }),
    ...(tags.length > 0 && { tags }),
    ...(metadata.length > 0 && { metadata: Object.fromEntries(metadata.map(({ key, value }) => [key.trim(), value])) }),
    ...(countOf(draft) !== 1 && { count }),
  };
}

/** Turns the draft into the body of the call, judged as the server will judge it. `takesHa`: whether the cloud has high availability. */
const schemaOf = (takesHa: boolean): z.ZodType<ServerCreate, Draft> =>
  z
    .custom<Draft>()
    .superRefine(({ metadata }, { addIssue }) => {
      const keys = metadata.map(({ key }) => key.trim());
      const wrong = (message: string) => addIssue({ code: 'custom', path: ['metadata'], message });
      if (keys.includes('')) wrong('pair_key');
      else if (new Set(keys).size < keys.length) wrong('pair_twice');
    })
    .transform((draft) => bodyOf(draft, takesHa))
    .pipe(serverCreateBody);

export const draftSchema = schemaOf(true);
export const draftSchemaWithoutHa = schemaOf(false);
