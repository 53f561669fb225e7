import { z } from 'zod';
import { tenant } from '../../access/roles.ts';
import { defineNoun } from '../../wire/define-noun.ts';
import { dated } from '../../wire/kind.ts';
import { instant } from '../../wire/values.ts';
import { DEFAULT_DISTRO, typeOfFormat } from './formats.ts';
import { IMAGE_STATUSES } from './statuses.ts';

/** A project that an image is offered to, and what it has said to that. */
const said = z.enum(['pending', 'accepted', 'rejected']);
const member = z.object({
  project_id: z.string(),
  /** Null where the reader does not see that project. */
  project_name: z.string().nullable(),
  status: said,
});

/** What images tell since version 4, where it has not been kept. */
const told = (image: Readonly<Record<string, unknown>>) => {
  const { admin_user: username = null, ...kept } = image;
  return {
    description: null,
    type: typeOfFormat((kept['disk_format'] ?? null) as string | null),
    container_format: 'bare',
    virtual_size: null,
    os_distro: DEFAULT_DISTRO,
    username,
    hw_firmware_type: null,
    tags: [],
    traits: [],
    protected: false,
    restricted: false,
    os_hash_algo: null,
    os_hash_value: null,
    members: [],
    updated_at: kept['created_at'],
    ...kept,
  };
};

/** An image that a server can boot from (S1 §3). */
export const {
  kind: imageKind,
  calls,
  resource,
} = defineNoun({
  name: 'image',
  path: '/api/v2/compute/images',
  param: 'imageId',
  source: 'S1 §7',
  // Users of a project bring images of their own only where they were allowed to (S0 §6).
  many: { ...tenant('compute_images'), needs: 'image_upload' },
  of: 'offered',
  shareable: true,
  ownerOnly: ['members'],
  offer: { at: 'members', id: 'project_id', state: 'status', member: 'offer' },
  joins: [{ kind: 'project', at: 'members', id: 'project_id', fields: { project_name: 'name' } }],
  statuses: IMAGE_STATUSES,
  members: {
    description: z.string().nullable(),
    /** What it is for: installation media, or a disk that servers are made of (S1 §3, decision F13). */
    type: z.enum(['iso', 'template']),
    /** How its bytes are to be read: `iso`, `qcow2`, `raw` … */
    disk_format: z.string().nullable(),
    container_format: z.string().nullable(),
    /** bytes; null while nothing is uploaded */
    size: z.number().int().nullable(),
    /** Bytes that a disk made of it has at least; null where that is not known. */
    virtual_size: z.number().int().nullable(),
    /** GiB */
    min_disk: z.number().int(),
    /** MiB */
    min_ram: z.number().int(),
    os_type: z.string().nullable(),
    os_distro: z.string(),
    /** Name of the user with an administrator's rights that it brings. */
    username: z.string().nullable(),
    /** Whether its guest lets the cloud set that user's password. */
    allow_set_password: z.boolean(),
    /** `uefi`; anything else is BIOS. */
    hw_firmware_type: z.string().nullable(),
    tags: z.array(z.string()),
    /** What a node must offer that a server made of it runs on. */
    traits: z.array(z.string()),
    /** Cannot be deleted. */
    protected: z.boolean(),
    /** Its licence keeps it in the cloud: nobody downloads it. */
    restricted: z.boolean(),
    visibility: z.enum(['public', 'private', 'shared', 'community']),
    os_hash_algo: z.string().nullable(),
    os_hash_value: z.string().nullable(),
    /** Whom it is shared with; null for those whom it does not belong to. */
    members: z.array(member).nullable(),
    /** What the reader's project has said to its being offered; null where it is not offered to that one. */
    offer: said.nullable(),
    created_at: instant,
    updated_at: instant,
  },
  version: 4,
  upgrades: {
    1: (image) => ({ admin_user: null, ...image }),
    // Until the cloud is asked again: an agent does it, which images of Linux on the embedded platform have.
    2: (image) => ({ ...image, allow_set_password: image['os_type'] === 'linux' }),
    3: told,
  },
  fields: {
    type: { path: 'type', type: 'text', filter: ['is'] },
    disk_format: { path: 'disk_format', type: 'text', sort: true, filter: ['is'] },
    visibility: { path: 'visibility', type: 'text', filter: ['is'] },
    size: { path: 'size', type: 'integer', sort: true },
    /** Any of the traits that it asks of a node. */
    placement: { path: 'traits', type: 'text', many: true, filter: ['is', 'any'] },
    ...dated,
    updated_at: { path: 'updated_at', type: 'time', sort: true },
  },
});
export type Image = z.infer<typeof imageKind.entity>;
