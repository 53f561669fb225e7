/** What a server is made of, and several alike of one request (S2 §2, screens C3). */
import { z } from 'zod';
import { SERVER_LIMITS } from '../../constants.ts';
import { ipAddress } from '../../wire/addresses.ts';
import { patterned } from '../../wire/patterned.ts';
import { reference } from '../../wire/reference.ts';
import { secret } from '../../wire/secret.ts';
import { description, displayName, numbered } from '../../wire/values.ts';
import { serverMetadata } from './metadata.ts';
import { volumeSize } from '../volumes/bodies.ts';

const NAME_MAX = 255;

/**
 * A volume beside the one it boots from: one that is made for the server, called `name` where that is given, either empty and of `size` GiB
 * or of an available snapshot (`snapshot_id`) and at least of its size; or an existing one that is available (`volume_id`).
 */
const furtherVolume = z
  .strictObject({
    volume_id: reference('volume').optional(),
    snapshot_id: reference('volume_snapshot').optional(),
    name: displayName.optional(),
    /** Absent: that of the snapshot. */
    size: volumeSize.optional(),
    /** Absent: it stays. */
    delete_on_termination: z.boolean().optional(),
  })
  .superRefine(({ volume_id: id, snapshot_id: snapshot, name, size }, { addIssue }) => {
    const wrong = (field: string, message: string) => addIssue({ code: 'custom', path: [field], message });
    if (id === undefined && snapshot === undefined && size === undefined) wrong('size', 'required');
    if (id !== undefined && snapshot !== undefined) wrong('snapshot_id', 'one_volume_source');
    if (id !== undefined && size !== undefined) wrong('size', 'one_volume_source');
    if (id !== undefined && name !== undefined) wrong('name', 'one_volume_source');
  });
export type FurtherVolume = z.output<typeof furtherVolume>;

const fixedIp = z.strictObject({ network_id: reference('network'), ip: ipAddress });

/** First lines that cloud-init knows what to do with. */
const SCRIPT_HEAD = /^(#!|#cloud-config\s)/;

/** In UTF-8. */
function bytesOf(text: string): number {
  let bytes = 0;
  for (const sign of text) {
    const point = sign.codePointAt(0) ?? 0;
    bytes += point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x1_0000 ? 3 : 4;
  }
  return bytes;
}

/** A script for the first boot: cloud-config (YAML), or for the interpreter that its first line names. It may hold passwords. */
const userData = secret(
  patterned(
    'script',
    z
      .string()
      .regex(SCRIPT_HEAD, { error: 'script_head' })
      .refine((script) => bytesOf(script) <= SERVER_LIMITS.scriptBytes, { error: 'script_too_long' }),
  ),
);

export const serverCreateBody = z
  .strictObject({
    /** Of several: followed by `-1`, `-2` and so on. */
    name: displayName,
    description: description.optional(),
    flavor_id: reference('flavor'),
    /** What is on its boot volume, also an image made of another server. */
    image_id: reference('image').optional(),
    /** Instead of an image: an available, bootable volume. */
    volume_id: reference('volume').optional(),
    /** Instead of both: an available snapshot of a bootable volume, of which the boot volume is made. */
    snapshot_id: reference('volume_snapshot').optional(),
    /** GiB of the boot volume that is made, at least what the image or snapshot needs. Absent: the flavor's or image's own size, or the snapshot's. */
    volume_size: volumeSize.optional(),
    /** Whether the boot volume goes with the server. Absent: one that is made for it does, an existing one stays. */
    delete_on_termination: z.boolean().optional(),
    /** Beside the boot volume, at most 15 together. */
    volumes: z
      .array(furtherVolume)
      .max(SERVER_LIMITS.volumes - 1, { error: 'too_many' })
      .optional(),
    /** One interface each; a network may occur several times. */
    network_ids: z.array(reference('network')).min(1, { error: 'required' }).max(SERVER_LIMITS.interfaces, { error: 'too_many' }),
    /** Addresses that interfaces in these networks have; without, they get the next free one. */
    fixed_ips: z.array(fixedIp).max(SERVER_LIMITS.interfaces, { error: 'too_many' }).optional(),
    /** One of the user's own keys. */
    key_pair_id: reference('key_pair').optional(),
    user_data: userData.optional(),
    /** Hands metadata and script to the guest on a disk, for images that do not ask the network. */
    config_drive: z.boolean().optional(),
    /** Cores and memory may be changed while it runs. */
    allow_live_resize: z.boolean().optional(),
    metadata: serverMetadata.optional(),
    /** How many alike. */
    count: z.number().int().min(1, { error: 'too_small' }).max(SERVER_LIMITS.count, { error: 'too_large' }).optional(),
  })
  .superRefine((body, { addIssue }) => {
    const wrong = (path: (string | number)[], message: string) => addIssue({ code: 'custom', path, message });
    const { image_id: image, volume_id: volume, snapshot_id: snapshot, count = 1 } = body;
    if (image === undefined && volume === undefined && snapshot === undefined) wrong(['image_id'], 'required');
    if (image !== undefined && volume !== undefined) wrong(['volume_id'], 'one_boot_source');
    if (snapshot !== undefined && (image ?? volume) !== undefined) wrong(['snapshot_id'], 'one_boot_source');
    if (volume !== undefined && body.volume_size !== undefined) wrong(['volume_size'], 'one_boot_source');
    const existing = [volume, ...(body.volumes ?? []).map(({ volume_id: id }) => id)].filter((id) => id !== undefined);
    if (new Set(existing).size < existing.length) wrong(['volumes'], 'duplicates');
    const spare = [...body.network_ids];
    for (const [index, { network_id: id }] of (body.fixed_ips ?? []).entries())
      if (spare.includes(id)) spare.splice(spare.indexOf(id), 1);
      else wrong(['fixed_ips', index, 'network_id'], 'no_such_interface');
    if (count === 1) return;
    if (existing.length > 0 || (body.fixed_ips ?? []).length > 0) wrong(['count'], 'only_one');
    if (body.name.length + 1 + String(count).length > NAME_MAX) wrong(['name'], 'too_long_numbered');
  })
  .meta({
    id: 'ServerCreate',
    examples: [
      {
        name: 'web-1',
        flavor_id: '9d3c8a5e-5b57-4d0c-9b1e-1f1f6a1c7a10',
        image_id: '4e8b6f0d-7a25-4bb1-8f0e-8d5b2c9e3f21',
        network_ids: ['c1f2a7b4-0c5d-4f3e-9a68-7b2d4e6f8a32'],
      },
      {
        name: 'db',
        flavor_id: '9d3c8a5e-5b57-4d0c-9b1e-1f1f6a1c7a10',
        volume_id: '7a1d4c3e-9f0b-4a52-8c6d-2e5f7b8a9c10',
        volumes: [{ name: 'data', size: 20 }],
        network_ids: ['c1f2a7b4-0c5d-4f3e-9a68-7b2d4e6f8a32'],
        fixed_ips: [{ network_id: 'c1f2a7b4-0c5d-4f3e-9a68-7b2d4e6f8a32', ip: '10.0.0.10' }],
        user_data: '#cloud-config\npackages: [postgresql]\n',
      },
    ],
  });
export type ServerCreate = z.output<typeof serverCreateBody>;

/** What a body of several alike asks for as number `copy` (from 1) of them: the same under a name of its own. Without `copy` the body is of one. */
export const copyOf = (body: ServerCreate, copy: number | undefined): ServerCreate =>
  copy === undefined ? body : { ...body, name: numbered(body.name, copy) };

/** What is wrong with a body, in English for scripts. */
export const serverFieldTexts = {
  script_head: 'The script must begin with #cloud-config or with #! and an interpreter.',
  script_too_long: 'The script may have at most 64 KiB.',
  script_too_long_here: 'This cloud takes scripts of at most {max} bytes.',
  one_boot_source: 'Boot from one thing: an image, a volume or a snapshot.',
  one_volume_source: 'Give either an existing volume, or the size of a new one or the snapshot it is made of.',
  no_such_interface: 'The server gets no further interface in this network.',
  only_one: 'Existing volumes and fixed addresses belong to one server; several cannot have them.',
  too_long_numbered: 'The name is too long to be followed by a number.',
  volume_not_available: 'This volume is not available: it is {status}.',
  volume_not_bootable: 'This volume cannot be booted from.',
  snapshot_not_available: 'This snapshot is not available: it is {status}.',
  snapshot_not_bootable: 'Nothing can be booted from the volume of this snapshot.',
  address_taken: 'This address is taken.',
  address_outside: 'This address is in no subnet of the network.',
  image_with_volume: 'This image brings a volume of its own: neither its size nor its end can be chosen.',
};
