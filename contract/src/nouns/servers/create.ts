/** What a server is made of, and several alike of one request (S2 §2, screens C3). */
import { z } from 'zod';
import { SERVER_LIMITS } from '../../constants.ts';
import { utf8Bytes } from '../../wire/bytes.ts';
import { newPassword } from '../../wire/password.ts';
import { patterned } from '../../wire/patterned.ts';
import { reference } from '../../wire/reference.ts';
import { secret } from '../../wire/secret.ts';
import { description, displayName, numbered } from '../../wire/values.ts';
import { interfaceBody, type InterfaceWanted } from './interfaces.ts';
import { serverMetadata, serverTags } from './metadata.ts';
import { serverTraits } from './placement.ts';
import { volumeSize } from '../volumes/bodies.ts';

const NAME_MAX = 255;

/** How a guest may see a disk, and what it is connected by. */
export const DEVICE_TYPES = ['disk', 'cdrom'] as const;
export const DISK_BUSES = ['virtio', 'scsi', 'sata', 'ide', 'usb'] as const;

/** Absent: as the image or the cloud has it. */
const device = { disk_bus: z.enum(DISK_BUSES).optional(), device_type: z.enum(DEVICE_TYPES).optional() };
type Device = { disk_bus?: string | undefined; device_type?: string | undefined };
/** Hypervisors have no such drive. */
const isUnfit = ({ disk_bus: bus, device_type: type }: Device): boolean => bus === 'virtio' && type === 'cdrom';

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
    /** Of an empty one; one of a snapshot has that of its source. Absent: the cloud's default. */
    storage_policy_id: reference('storage_policy').optional(),
    /** Absent: it stays. */
    delete_on_termination: z.boolean().optional(),
    /** Its place among those that the guest's firmware looks at after the boot volume, from 1. Absent: it is not looked at. */
    boot_order: z
      .number()
      .int()
      .min(1, { error: 'too_small' })
      .max(SERVER_LIMITS.volumes - 1, { error: 'too_large' })
      .optional(),
    ...device,
  })
  .superRefine(({ volume_id: id, snapshot_id: snapshot, name, size, storage_policy_id: policy, ...row }, { addIssue }) => {
    const wrong = (field: string, message: string) => addIssue({ code: 'custom', path: [field], message });
    if (id === undefined && snapshot === undefined && size === undefined) wrong('size', 'required');
    if (id !== undefined && snapshot !== undefined) wrong('snapshot_id', 'one_volume_source');
    if (id !== undefined && size !== undefined) wrong('size', 'one_volume_source');
    if (id !== undefined && name !== undefined) wrong('name', 'one_volume_source');
    if (policy !== undefined && (id ?? snapshot) !== undefined) wrong('storage_policy_id', 'policy_of_source');
    if (isUnfit(row)) wrong('disk_bus', 'cdrom_bus');
  });
export type FurtherVolume = z.output<typeof furtherVolume>;

/** What the guest does at its first boot, in any form that it knows (`readUserData`), also in base64. It may hold passwords. */
const userData = secret(
  patterned(
    'script',
    z
      .string()
      .min(1, { error: 'required' })
      .max(SERVER_LIMITS.scriptBytes, { error: 'script_too_long', abort: true })
      .refine((script) => utf8Bytes(script) <= SERVER_LIMITS.scriptBytes, { error: 'script_too_long' }),
  ),
);

/** The interfaces that a body asks for, in their order. */
export const interfacesOf = ({
  network_ids: ids = [],
  interfaces = [],
}: {
  network_ids?: readonly string[] | undefined;
  interfaces?: readonly InterfaceWanted[] | undefined;
}): InterfaceWanted[] => [...ids.map((id) => ({ network_id: id })), ...interfaces];

export const FIRMWARES = ['bios', 'uefi'] as const;

export const serverCreateBody = z
  .strictObject({
    /** Of several: followed by `-1`, `-2` and so on. */
    name: displayName,
    description: description.optional(),
    flavor_id: reference('flavor'),
    /**
     * What is on its boot volume, also an image made of another server. An installation medium (`disk_format` iso) becomes a CD; unless a
     * volume has a place in the boot order, the first empty one comes after it (`fromMedium`).
     */
    image_id: reference('image').optional(),
    /** Instead of an image: an available, bootable volume. */
    volume_id: reference('volume').optional(),
    /** Instead of both: an available snapshot of a bootable volume, of which the boot volume is made. */
    snapshot_id: reference('volume_snapshot').optional(),
    /** GiB of the boot volume that is made, at least what the image or snapshot needs. Absent: the flavor's or image's own size, or the snapshot's. */
    volume_size: volumeSize.optional(),
    /** Of a boot volume that is made of an image; one of a snapshot has that of its source. Absent: the cloud's default. */
    storage_policy_id: reference('storage_policy').optional(),
    /** Whether the boot volume goes with the server. Absent: one that is made for it does, an existing one stays. */
    delete_on_termination: z.boolean().optional(),
    /** Of the boot volume. */
    ...device,
    /** Beside the boot volume, at most 15 together. */
    volumes: z
      .array(furtherVolume)
      .max(SERVER_LIMITS.volumes - 1, { error: 'too_many' })
      .optional(),
    /** One interface each, with nothing of its own; a network may occur several times. */
    network_ids: z.array(reference('network')).max(SERVER_LIMITS.interfaces, { error: 'too_many' }).optional(),
    /** Interfaces of which more is said than their network; they follow those of `network_ids`. */
    interfaces: z.array(interfaceBody).max(SERVER_LIMITS.interfaces, { error: 'too_many' }).optional(),
    /**
     * An external network that it is to be reached from by SSH: what is missing of a network, a way out, a rule and a floating IP is made in
     * the same task (`planReach`). Of one server only.
     */
    reachable_from: reference('network').optional(),
    /** One of the user's own keys. */
    key_pair_id: reference('key_pair').optional(),
    /** Password of the administrator that the image brings, where its guest takes one (`allow_set_password` of the image). */
    password: newPassword.optional(),
    user_data: userData.optional(),
    /** Hands metadata and script to the guest on a disk, for images that do not ask the network. */
    config_drive: z.boolean().optional(),
    /** Cores and memory may be changed while it runs. */
    allow_live_resize: z.boolean().optional(),
    /**
     * Whether the cloud brings it up on another node when its own fails. Absent: as the cloud has it; the embedded platform does.
     */
    ha_enabled: z.boolean().optional(),
    /**
     * What the guest is started by, where it boots from an installation medium (an image whose `disk_format` is iso). Absent: as the image or
     * the cloud has it. An engine that cannot choose it lacks the capability `server.create:firmware`.
     */
    firmware: z.enum(FIRMWARES).optional(),
    /**
     * Placements that it is bound to, beside those of its flavor. An engine that binds no single server lacks the capability
     * `server.create:traits`.
     */
    traits: serverTraits.optional(),
    metadata: serverMetadata.optional(),
    tags: serverTags.optional(),
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
    if (body.storage_policy_id !== undefined && (volume ?? snapshot) !== undefined) wrong(['storage_policy_id'], 'policy_of_source');
    if (isUnfit(body)) wrong(['disk_bus'], 'cdrom_bus');
    for (const member of ['password', 'firmware'] as const)
      if (body[member] !== undefined && image === undefined) wrong([member], 'needs_image');
    const places = (body.volumes ?? []).flatMap(({ boot_order: place }) => place ?? []);
    if (new Set(places).size < places.length) wrong(['volumes'], 'boot_order_twice');
    const existing = [volume, ...(body.volumes ?? []).map(({ volume_id: id }) => id)].filter((id) => id !== undefined);
    if (new Set(existing).size < existing.length) wrong(['volumes'], 'duplicates');
    const nics = interfacesOf(body);
    if (nics.length === 0 && body.reachable_from === undefined) wrong(['network_ids'], 'required');
    if (nics.length > SERVER_LIMITS.interfaces) wrong(['interfaces'], 'too_many');
    const addresses = new Map<string, number>();
    for (const [index, { network_id: network, mac_addr: mac, fixed_ips: ips = [] }] of (body.interfaces ?? []).entries()) {
      const once = (address: string, ...path: (string | number)[]) => {
        const key = `${network} ${address}`;
        // Twice in one interface is told of its list.
        if (addresses.has(key) && addresses.get(key) !== index) wrong(['interfaces', index, ...path], 'duplicates');
        addresses.set(key, index);
      };
      if (mac !== undefined) once(mac, 'mac_addr');
      for (const [place, ip] of ips.entries()) once(ip, 'fixed_ips', place);
    }
    if (count === 1) return;
    if (existing.length > 0 || addresses.size > 0 || body.reachable_from !== undefined) wrong(['count'], 'only_one');
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
        volumes: [{ name: 'data', size: 20, storage_policy_id: '5e0b7c1d-3a94-4f6e-8d12-6b9c0a7e5f43' }],
        interfaces: [{ network_id: 'c1f2a7b4-0c5d-4f3e-9a68-7b2d4e6f8a32', fixed_ips: ['10.0.0.10'] }],
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
  script_too_long: 'The script can have at most 64 KiB.',
  script_too_long_here: 'This cloud supports scripts of at most {max} bytes.',
  one_boot_source: 'Choose a single boot source: an image, a volume or a snapshot.',
  one_volume_source: 'Enter an existing volume, the size of a new one, or a snapshot, but only one of them.',
  policy_of_source: 'Existing volumes and volumes created from snapshots already have a storage policy.',
  only_one: 'Existing volumes and fixed addresses can be used for a single virtual machine only.',
  tag: 'Tags must not contain slashes or commas.',
  boot_order_twice: 'Two volumes have the same position in the boot order.',
  cdrom_bus: 'CD drives do not support the virtio bus.',
  needs_image: 'Available only for virtual machines that boot from an image.',
  image_no_password: 'The guest of this image does not support setting a password.',
  firmware_iso_only: 'Available only for installation media (ISO images). Other images define their firmware.',
  too_long_numbered: 'The name is too long to append a number.',
  volume_not_available: 'A volume is not available: {status}.',
  volume_not_bootable: 'This volume is not bootable.',
  snapshot_not_available: 'A snapshot is not available: {status}.',
  snapshot_not_bootable: 'This snapshot is not bootable.',
  flavor_disk_too_small:
    'The disk of this flavor is too small. The image requires {disk} GiB. Choose another flavor, or enter a size for the boot volume.',
  image_with_volume: 'This image comes with its own volume. Its size, storage policy and deletion cannot be chosen.',
};
