import { z } from 'zod';
import { defineNoun } from '../../wire/define-noun.ts';
import { dated } from '../../wire/kind.ts';
import { instant } from '../../wire/values.ts';

/** An image a server can boot from. */
export const { kind: imageKind, calls } = defineNoun({
  name: 'image',
  path: '/api/v2/compute/images',
  param: 'imageId',
  source: 'S1 §7',
  of: 'cloud',
  shareable: true,
  members: {
    /** active, queued, uploading, saving, importing, killed, deleted, pending_delete, deactivated (S0 §4), or a newer one. */
    status: z.string(),
    disk_format: z.string().nullable(),
    /** bytes; null while nothing is uploaded */
    size: z.number().int().nullable(),
    /** GiB */
    min_disk: z.number().int(),
    /** MiB */
    min_ram: z.number().int(),
    os_type: z.string().nullable(),
    /** Name of the user with an administrator's rights that it brings. */
    admin_user: z.string().nullable(),
    /** Whether its guest lets the cloud set that user's password. */
    allow_set_password: z.boolean(),
    visibility: z.enum(['public', 'private', 'shared', 'community']),
    created_at: instant,
    project_id: z.string().nullable(),
    domain_id: z.string().nullable(),
  },
  version: 3,
  upgrades: {
    1: (image) => ({ admin_user: null, ...image }),
    // Until the cloud is asked again: an agent does it, which images of Linux on the embedded platform have.
    2: (image) => ({ ...image, allow_set_password: image['os_type'] === 'linux' }),
  },
  fields: {
    status: { path: 'status', type: 'text', sort: true, filter: ['is'] },
    size: { path: 'size', type: 'integer', sort: true },
    ...dated,
  },
});
export type Image = z.infer<typeof imageKind.entity>;
