import { unreadableAs } from '@gantry/contract/wire/fit';
import { z } from 'zod';
import type { Api } from '../../../engines/openstack/client/api.ts';
import { instantText, itemsOf, oneOf, type Items } from '../../../engines/openstack/client/items.ts';
import { askSome } from '../../../engines/openstack/client/some.ts';

export const glanceImage = z
  .object({
    id: z.string(),
    name: z.string().nullish(),
    status: z.string(),
    disk_format: z.string().nullish(),
    size: z.number().nullish(),
    virtual_size: z.number().nullish(),
    min_disk: z.number().int().default(0),
    min_ram: z.number().int().default(0),
    os_type: z.string().nullish(),
    os_distro: z.string().nullish(),
    description: z.string().nullish(),
    container_format: z.string().nullish(),
    hw_firmware_type: z.string().nullish(),
    tags: z.array(z.string()).default([]),
    protected: z.boolean().default(false),
    /** `true` where its licence keeps it in the cloud. */
    restricted: unreadableAs(z.string().nullish(), 'true'),
    os_hash_algo: z.string().nullish(),
    os_hash_value: z.string().nullish(),
    /** Name of the user with an administrator's rights that the image brings. */
    os_admin_user: z.string().nullish(),
    /** Whether the guest listens to its hypervisor: `yes`, `true`. */
    hw_qemu_guest_agent: z.string().nullish(),
    os_hidden: z.boolean().default(false),
    visibility: unreadableAs(z.enum(['public', 'private', 'shared', 'community']), 'private'),
    owner: z.string().nullish(),
    created_at: instantText,
    updated_at: instantText.optional(),
  })
  // What nodes must offer is said by properties of its own: `trait:CUSTOM_SSD` = `required`.
  .loose();
export type GlanceImage = z.infer<typeof glanceImage>;

/** One page of the images of all projects. */
export async function listImages(api: Api, limit: number, marker: string | undefined): Promise<Items<GlanceImage>> {
  const answer = await api.ask('image', {
    path: '/images',
    query: { limit, marker, sort_key: 'id', sort_dir: 'asc', visibility: 'all' },
    answer: z.object({ images: itemsOf(glanceImage) }),
  });
  return answer.body.images;
}

/** The image that has a property with this value, if any. */
export async function findImage(api: Api, property: string, value: string): Promise<GlanceImage | undefined> {
  const query = { limit: 1, [property]: value, visibility: 'all' };
  const answer = z.object({ images: z.array(glanceImage) });
  return (await api.ask('image', { path: '/images', query, answer })).body.images[0];
}

export async function getImage(api: Api, id: string): Promise<GlanceImage> {
  return (await api.ask('image', { path: `/images/${encodeURIComponent(id)}`, answer: oneOf(glanceImage) })).body;
}

const member = z.object({ member_id: z.string(), status: z.enum(['pending', 'accepted', 'rejected']) });

/** The projects a shared image is offered to, and what they said. */
export async function imageMembers(api: Api, id: string): Promise<z.infer<typeof member>[]> {
  const path = `/images/${encodeURIComponent(id)}/members`;
  return (await askSome(api, 'image', { path, many: 'members', item: member })).items;
}
