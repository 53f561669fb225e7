import type { Image } from '@gantry/contract/nouns/images/entity';
import { DEFAULT_DISTRO, typeOfFormat } from '@gantry/contract/nouns/images/formats';
import type { RowInput, Share } from '../../../port/store/rows.ts';
import { sharedWith } from '../../../engines/shared/shared-with.ts';
import { getImage, imageMembers, listImages, type GlanceImage } from './client.ts';
import { listedStrategy } from '../../../engines/openstack/mirror/listed.ts';
import { instant, type MirrorContext, type Strategy } from '../../../engines/openstack/mirror/strategy.ts';

type Members = Omit<NonNullable<Image['members']>[number], 'project_name'>[];

async function membersOf({ api }: MirrorContext, { id, visibility }: GlanceImage): Promise<Members> {
  if (visibility !== 'shared') return [];
  const members = await imageMembers(api, id);
  return members
    .map(({ member_id: project_id, status }) => ({ project_id, status }))
    .toSorted((a, b) => (a.project_id < b.project_id ? -1 : 1));
}

function sharesOf({ visibility }: GlanceImage, members: Members): Share[] {
  if (visibility === 'public') return sharedWith('everyone');
  // Everyone may use a community image who knows it, but lists leave it out until it is taken in.
  if (visibility === 'community') return [{ target: 'public', state: 'pending' }];
  return members.map(({ project_id: id, status: state }) => ({ target: `project:${id}`, state }));
}

/** What nodes must offer, each a property of its own: `trait:CUSTOM_SSD` = `required`. */
const traitsOf = (image: GlanceImage): string[] =>
  Object.entries(image)
    .flatMap(([name, value]) => (name.startsWith('trait:') && value === 'required' ? name.slice('trait:'.length) : []))
    .toSorted();

/** How the compute service reads a property that is on or off. */
const YES: ReadonlySet<string | undefined> = new Set(['1', 't', 'true', 'on', 'y', 'yes']);
export const isOn = (property: string | null | undefined): boolean => YES.has(property?.toLowerCase());

async function rowOf(context: MirrorContext, image: GlanceImage): Promise<RowInput> {
  const owner = image.owner ?? null;
  const domainId = owner === null ? null : await context.directory.domainOf(owner);
  const members = await membersOf(context, image);
  return {
    engine: context.engine,
    kind: 'image',
    id: image.id,
    domainId,
    projectId: owner,
    userId: null,
    shares: sharesOf(image, members),
    document: {
      id: image.id,
      name: image.name ?? '',
      status: image.status,
      description: image.description || null,
      type: typeOfFormat(image.disk_format ?? null),
      disk_format: image.disk_format ?? null,
      container_format: image.container_format ?? null,
      size: image.size ?? null,
      min_disk: image.min_disk,
      min_ram: image.min_ram,
      os_type: image.os_type ?? null,
      os_distro: image.os_distro || DEFAULT_DISTRO,
      hw_firmware_type: image.hw_firmware_type ?? null,
      tags: image.tags.toSorted(),
      traits: traitsOf(image),
      protected: image.protected,
      restricted: isOn(image.restricted),
      visibility: image.visibility,
      os_hash_algo: image.os_hash_algo ?? null,
      os_hash_value: image.os_hash_value ?? null,
      members,
      // Told to each reader as it is read.
      offer: null,
      created_at: instant(image.created_at),
      updated_at: instant(image.updated_at ?? image.created_at),
      project_id: owner,
      domain_id: domainId,
      username: image.os_admin_user ?? null,
      // The compute service reaches the guest through its agent, which the image says that it has.
      allow_set_password: isOn(image.hw_qemu_guest_agent),
      virtual_size: image.virtual_size ?? null,
    },
  };
}

/** A queued image may wait for its data for ever; only these three go on by themselves. */
const MOVING: ReadonlySet<unknown> = new Set(['saving', 'importing', 'uploading']);
export const isImageMoving = (status: unknown): boolean => MOVING.has(status);

/** Images of all projects, with the members of shared ones. */
export const imageStrategy = (every: number): Strategy =>
  listedStrategy({
    kind: 'image',
    service: 'image',
    early: true,
    every,
    from: { list: listImages, get: getImage },
    rowOf,
    inTransition: ({ status }) => isImageMoving(status),
  });
