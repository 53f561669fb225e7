import { freeVolumeProblem } from '@gantry/contract/nouns/volumes/rules';
import { randomUUID } from 'node:crypto';
import { isMedium, leastVolumeOf } from '@gantry/contract/nouns/images/media';
import type { FurtherVolume, ServerCreate } from '@gantry/contract/nouns/servers/create';
import { isSnapshotBootable, isSnapshotUsable, type SnapshotState } from '@gantry/contract/nouns/volume-snapshots/rules';
import type { Rule } from '@gantry/contract/wire/rule-result';
import type { Writer } from '../../../port/store/writer.ts';
import type { VolumeDocument } from '../../../engines/embedded/platform/documents.ts';
import { hasAgent, type AttachedVolume, type NewServer } from './documents.ts';
import { asTaken } from '../../volume-snapshots/embedded/content.ts';
import { blankVolumeDocument, bootName, bootVolumeDocument, volumeOfSnapshot } from '../../volumes/embedded/documents.ts';
import type { Platform } from '../../../engines/embedded/platform/platform.ts';
import { amountsOfVolumes } from '../../../engines/embedded/platform/quotas.ts';
import type { Amounts } from '../../../engines/embedded/platform/records.ts';
import { putVolume } from '../../../engines/embedded/platform/rows.ts';
import type { Choice } from './create-choice.ts';
import { invalid } from '../../../engines/embedded/platform/references.ts';

/** Volumes of a new server, all of them reserved for it. */
interface Volumes {
  /** The one it boots from first. */
  attached: AttachedVolume[];
  /** GiB of the one it boots from, which lies on its node. */
  bootGib: number;
  /** What is made for it and counts against the quota. */
  made: Amounts;
  /** What its boot volume was made from. */
  image: NewServer['image'];
}

interface Wanted {
  server: Pick<NewServer, 'id' | 'name' | 'projectId' | 'domainId'>;
  body: ServerCreate;
  choice: Choice;
}

/** Makes the new volumes and takes the existing ones. Throws validation_failed at the field of the volume that cannot be had. */
export async function volumesFor(platform: Platform, writer: Writer, wanted: Wanted): Promise<Volumes> {
  const { server, body, choice } = wanted;
  const boot = await bootVolume(platform, writer, wanted);
  const found: Found[] = [boot];
  for (const [index, further] of (body.volumes ?? []).entries())
    found.push(await furtherVolume(platform, writer, server, { further, policy: choice.policies.further[index], index }));
  for (const { document } of found) await putVolume(platform, writer, document);
  return {
    attached: found.map(({ document, goes }) => ({ id: document.id, delete_on_termination: goes })),
    bootGib: boot.document.size,
    made: amountsOfVolumes(found.flatMap(({ isNew, document }) => (isNew ? [document] : []))),
    image: boot.image,
  };
}

interface Found {
  document: VolumeDocument;
  isNew: boolean;
  /** It is deleted with the server. */
  goes: boolean;
}

async function bootVolume(
  platform: Platform,
  writer: Writer,
  { server, body, choice: { flavor, image, policies } }: Wanted,
): Promise<Found & Pick<Volumes, 'image'>> {
  if (body.snapshot_id !== undefined) {
    const wanted = { id: body.snapshot_id, size: body.volume_size, name: bootName(server), rule: isSnapshotBootable };
    const fields = { snapshot: 'snapshot_id', size: 'volume_size' };
    const { document, source } = await ofSnapshot(platform, writer, server, { ...wanted, fields });
    return { document, isNew: true, goes: body.delete_on_termination ?? true, image: imageOf(source) };
  }
  if (!image) {
    const document = await taken(platform, writer, server.id, { id: body.volume_id!, field: 'volume_id' });
    if (!document.bootable) throw invalid('volume_id', { code: 'volume_not_bootable' });
    return { document, isNew: false, goes: body.delete_on_termination ?? false, image: imageOf(document) };
  }
  const smallest = leastVolumeOf(image);
  // What is installed goes to a disk beside the medium.
  const size = body.volume_size ?? (isMedium(image) ? smallest : Math.max(smallest, flavor.disk));
  const goes = body.delete_on_termination ?? true;
  const ofServer = { ...server, volumes: [{ id: randomUUID(), delete_on_termination: goes }], created: platform.now() };
  const document = bootVolumeDocument(ofServer, image, size, { status: 'creating', policy: policies.boot, firmware: body.firmware });
  return { document, isNew: true, goes, image };
}

/** What a volume was made from. */
export const imageOf = ({ volume_image_metadata: source }: VolumeDocument): Volumes['image'] =>
  source && source.image_id !== null
    ? {
        id: source.image_id,
        name: source.image_name ?? '',
        os_type: source.os_type,
        username: source.os_admin_user,
        allow_set_password: hasAgent(source),
      }
    : null;

/** What a volume made of a snapshot shall be, and the fields that say so. */
interface OfSnapshot {
  id: string;
  size: number | undefined;
  name: string;
  rule: Rule<SnapshotState>;
  fields: { snapshot: string; size: string };
}

/** A volume made of a snapshot, at least of its size, and the volume as it was then. */
async function ofSnapshot(
  platform: Platform,
  writer: Writer,
  server: Wanted['server'],
  { id, size: wanted, name, rule, fields }: OfSnapshot,
): Promise<{ document: VolumeDocument; source: VolumeDocument }> {
  const snapshot = await platform.document(writer, 'volume_snapshot', id);
  const now = snapshot && (await platform.document(writer, 'volume', snapshot.volume_id));
  if (!snapshot || !now) throw invalid(fields.snapshot, { code: 'unknown_id' });
  const source = await asTaken(platform, writer, id, now);
  const verdict = rule({ status: snapshot.status, bootable: source.bootable });
  if (verdict !== true) throw invalid(fields.snapshot, verdict);
  const size = wanted ?? snapshot.size;
  if (size < snapshot.size) throw invalid(fields.size, { code: 'too_small', params: { min: snapshot.size } });
  return { document: volumeOfSnapshot(server, snapshot, source, { id: randomUUID(), name, size, created: platform.now() }), source };
}

async function furtherVolume(
  platform: Platform,
  writer: Writer,
  server: Wanted['server'],
  { further, policy, index }: { further: FurtherVolume; policy: string | undefined; index: number },
): Promise<Found> {
  const { volume_id: id, snapshot_id: snapshot, name, size, delete_on_termination: goes = false } = further;
  const at = `volumes.${index}`;
  if (id !== undefined) return { document: await taken(platform, writer, server.id, { id, field: `${at}.volume_id` }), isNew: false, goes };
  const called = name ?? `${server.name.slice(0, 245)}-volume-${index + 1}`;
  if (snapshot !== undefined) {
    const fields = { snapshot: `${at}.snapshot_id`, size: `${at}.size` };
    const made = await ofSnapshot(platform, writer, server, { id: snapshot, size, name: called, rule: isSnapshotUsable, fields });
    return { document: made.document, isNew: true, goes };
  }
  const document = blankVolumeDocument(server, { id: randomUUID(), name: called, size: size!, created: platform.now(), policy });
  return { document, isNew: true, goes };
}

/** A volume that exists and nobody has: it is the server's from now on. */
async function taken(
  platform: Platform,
  writer: Writer,
  serverId: string,
  { id, field }: { id: string; field: string },
): Promise<VolumeDocument> {
  const volume = await platform.document(writer, 'volume', id);
  if (!volume) throw invalid(field, { code: 'unknown_id' });
  const problem = freeVolumeProblem(volume);
  if (problem) throw invalid(field, problem);
  return { ...volume, status: 'attaching', attachments: [{ server_id: serverId, server_name: null }] };
}
