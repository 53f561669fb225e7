import { serverCreateBody, type ServerCreate } from '@gantry/contract/nouns/servers/create';
import { z } from 'zod';

const text = z.string();
const flag = z.boolean();

const further = z.object({
  volume_id: text.optional(),
  snapshot_id: text.optional(),
  name: text.optional(),
  size: z.number().optional(),
  delete_on_termination: flag,
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
  delete_on_termination: flag,
  volumes: z.array(further),
  network_ids: z.array(text),
  fixed_ips: z.array(z.object({ network_id: text, ip: text })),
  key_pair_id: text.optional(),
  user_data: text.optional(),
  config_drive: flag,
  allow_live_resize: flag,
  metadata: z.array(z.object({ key: text, value: text })),
});
/** What is typed and chosen, as the form holds it. */
export type Draft = z.infer<typeof shape>;

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
  delete_on_termination: true,
  volumes: [],
  network_ids: [],
  fixed_ips: [],
  key_pair_id: undefined,
  user_data: undefined,
  config_drive: false,
  allow_live_resize: false,
  metadata: [],
};

/** A kept draft; undefined where there is none, or none of this form. */
export function parseDraft(kept: unknown): Draft | undefined {
  const parsed = shape.safeParse(kept);
  return parsed.success ? { ...EMPTY, ...parsed.data } : undefined;
}

/** Nothing says how one signs in to the guest: an image brings no key of the user and, as a rule, no password; other disks may have both. */
export const isLockedOut = ({ image_id: image, key_pair_id: key, user_data: script = '' }: Draft): boolean =>
  image !== undefined && key === undefined && script.trim() === '';

/** How many are asked for. */
export const countOf = ({ count }: Pick<Draft, 'count'>): number => count ?? 1;

/** The body that a draft stands for. What is as the cloud would have it anyway is left out. */
function bodyOf(draft: Draft): z.input<typeof serverCreateBody> {
  const { image_id: image, volume_id: volume, snapshot_id: snapshot, count, metadata, user_data: script } = draft;
  const fixed = draft.fixed_ips.filter(({ network_id: id, ip }) => ip !== '' && draft.network_ids.includes(id));
  const volumes = draft.volumes.map(({ name, volume_id: id, snapshot_id: of, size, delete_on_termination: goes }) => ({
    ...(id === undefined ? { ...(name && { name }), ...(of !== undefined && { snapshot_id: of }), size } : { volume_id: id }),
    ...(goes && { delete_on_termination: true }),
  }));
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
    ...(draft.delete_on_termination !== usual && { delete_on_termination: draft.delete_on_termination }),
    ...(volumes.length > 0 && { volumes }),
    network_ids: draft.network_ids,
    ...(fixed.length > 0 && { fixed_ips: fixed }),
    key_pair_id: draft.key_pair_id,
    user_data: script === '' ? undefined : script,
    ...(draft.config_drive && { config_drive: true }),
    ...(draft.allow_live_resize && { allow_live_resize: true }),
    ...(metadata.length > 0 && { metadata: Object.fromEntries(metadata.map(({ key, value }) => [key.trim(), value])) }),
    ...(countOf(draft) !== 1 && { count }),
  };
}

/** Turns the draft into the body of the call, judged as the server will judge it. */
export const draftSchema: z.ZodType<ServerCreate, Draft> = z
  .custom<Draft>()
  .superRefine(({ metadata }, { addIssue }) => {
    const keys = metadata.map(({ key }) => key.trim());
    const wrong = (message: string) => addIssue({ code: 'custom', path: ['metadata'], message });
    if (keys.includes('')) wrong('pair_key');
    else if (new Set(keys).size < keys.length) wrong('pair_twice');
  })
  .transform(bodyOf)
  .pipe(serverCreateBody);
