import type { RowInput, Share } from '../../../../store/port/rows.ts';
import { sharedWith } from '../../../shared-with.ts';
import { getImage, imageMembers, listImages, type GlanceImage } from './client.ts';
import { listedStrategy } from '../../mirror/listed.ts';
import { instant, type MirrorContext, type Strategy } from '../../mirror/strategy.ts';

async function sharesOf({ api }: MirrorContext, { id, visibility }: GlanceImage): Promise<Share[]> {
  if (visibility === 'public') return sharedWith('everyone');
  // Everyone may use a community image who knows it, but lists leave it out until it is taken in.
  if (visibility === 'community') return [{ target: 'public', state: 'pending' }];
  if (visibility !== 'shared') return [];
  const members = await imageMembers(api, id);
  return members
    .map(({ member_id, status }): Share => ({ target: `project:${member_id}`, state: status }))
    .toSorted((a, b) => (a.target < b.target ? -1 : 1));
}

/** How the compute service reads a property that is on or off. */
const YES: ReadonlySet<string | undefined> = new Set(['1', 't', 'true', 'on', 'y', 'yes']);
export const isOn = (property: string | null | undefined): boolean => YES.has(property?.toLowerCase());

async function rowOf(context: MirrorContext, image: GlanceImage): Promise<RowInput> {
  const owner = image.owner ?? null;
  const domainId = owner === null ? null : await context.directory.domainOf(owner);
  return {
    engine: context.engine,
    kind: 'image',
    id: image.id,
    domainId,
    projectId: owner,
    userId: null,
    shares: await sharesOf(context, image),
    document: {
      id: image.id,
      name: image.name ?? '',
      status: image.status,
      disk_format: image.disk_format ?? null,
      size: image.size ?? null,
      min_disk: image.min_disk,
      min_ram: image.min_ram,
      os_type: image.os_type ?? null,
      visibility: image.visibility,
      created_at: instant(image.created_at),
      project_id: owner,
      domain_id: domainId,
      admin_user: image.os_admin_user ?? null,
      // The compute service reaches the guest through its agent, which the image says that it has.
      allow_set_password: isOn(image.hw_qemu_guest_agent),
      /** bytes a disk made of it has at least; for boot volumes */
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
