/** What the compute service is asked for when a server is made. */
import { imageProblem, memoryProblem } from '@gantry/contract/nouns/images/rules';
import { freeVolumeProblem } from '@gantry/contract/nouns/volumes/rules';
import { isMedium } from '@gantry/contract/nouns/images/media';
import { asksForVolume, bootDiskProblem } from '@gantry/contract/nouns/servers/boot-disk';
import { interfacesOf, type FurtherVolume, type ServerCreate } from '@gantry/contract/nouns/servers/create';
import { encodedUserData } from '@gantry/contract/nouns/servers/user-data';
import type { InterfaceWanted } from '@gantry/contract/nouns/servers/interfaces';
import { isSnapshotBootable, isSnapshotUsable } from '@gantry/contract/nouns/volume-snapshots/rules';
import { GantryError, type CodedText } from '@gantry/contract/wire/errors';
import type { Row, Visibility } from '../../../../port/store/rows.ts';
import type { CommandContext } from '../../../../port/engine.ts';
import { diskOf, smallestVolume } from '../../../images/openstack/disk.ts';
import { haMember } from '../high-availability.ts';
import { interfaceProblems } from './interface-checks.ts';
import { scopeProject, refreshNow, type Parts } from '../../../../engines/openstack/commands/parts.ts';
import type { MadePort } from './ports.ts';

/** Most signs that a script may have once it is in base64, and bytes that make so many. */
const SCRIPT_SIGNS = 65_535;
const SCRIPT_BYTES = Math.floor(SCRIPT_SIGNS / 4) * 3;

/** Rows that the body's ids stand for. */
export interface Ingredients {
  flavor: Row;
  image: Row | undefined;
  snapshot: Row | undefined;
  /** Of which further volumes are made. */
  snapshots: ReadonlyMap<string, Row>;
  key: Row | undefined;
  /** Those that are requested of its volumes, by their ids. */
  policies: ReadonlyMap<string, Row>;
  /** By their ids. */
  networks: ReadonlyMap<string, Row>;
}

const UNKNOWN = { code: 'unknown_id' };

/**
 * What the server is made of, if the caller sees it: an administrator's token would open the service to everybody's. Throws
 * validation_failed for ids that are not seen, and for what the mirror knows will not do.
 */
export async function ingredients(parts: Parts, context: CommandContext, body: ServerCreate): Promise<Ingredients> {
  const { store, actor } = context;
  const visibility: Visibility = { scope: actor.scope, userId: actor.userId, domainId: actor.domainId };
  const one = (kind: string, id: string | undefined) => (id === undefined ? undefined : store.read.find(kind, id, visibility));
  const taken = takenVolumes(body);
  // What was detached a moment ago may be had: the mirror's word may be older.
  for (const id of taken.keys()) await refreshNow(parts, context, id, 'volume');
  const nics = interfacesOf(body);
  const further = (body.volumes ?? []).flatMap(({ snapshot_id: id }) => id ?? []);
  for (const id of new Set([...further, ...(body.snapshot_id === undefined ? [] : [body.snapshot_id])]))
    await refreshNow(parts, context, id, 'volume_snapshot');
  const policyIds = [body.storage_policy_id, ...(body.volumes ?? []).map(({ storage_policy_id: id }) => id)].filter(
    (id) => id !== undefined,
  );
  const [flavor, image, snapshot, key, networks, volumes, snapshots, policies] = await Promise.all([
    one('flavor', body.flavor_id),
    one('image', body.image_id),
    one('volume_snapshot', body.snapshot_id),
    one('key_pair', body.key_pair_id),
    store.read.findMany('network', [...new Set(nics.map(({ network_id: id }) => id))], visibility),
    store.read.findMany('volume', [...taken.keys()], visibility),
    store.read.findMany('volume_snapshot', further, visibility),
    store.read.findMany('storage_policy', policyIds, visibility),
  ]);
  const fields: Record<string, CodedText[]> = {};
  const wrong = (field: string, problem: CodedText | undefined) => problem && (fields[field] = [problem]);
  if (!flavor) wrong('flavor_id', UNKNOWN);
  if (body.image_id !== undefined) wrong('image_id', image ? imageProblem({ status: String(image.document['status']) }) : UNKNOWN);
  if (image && flavor)
    wrong('flavor_id', memoryProblem({ ram: Number(flavor.document['ram']) }, { min_ram: Number(image.document['min_ram']) }));
  if (body.snapshot_id !== undefined) {
    const volume = snapshot && (await one('volume', String(snapshot.document['volume_id'])));
    wrong('snapshot_id', snapshotProblem(snapshot, volume));
    if (snapshot) wrong('volume_size', tooSmall(body.volume_size, snapshot));
  }
  if (body.key_pair_id !== undefined && !key) wrong('key_pair_id', UNKNOWN);
  for (const [id, field] of taken) wrong(field, volumeProblem(volumes.get(id), field));
  const unlessSeen = (id: string | undefined): CodedText | undefined => (id === undefined || policies.has(id) ? undefined : UNKNOWN);
  wrong('storage_policy_id', unlessSeen(body.storage_policy_id));
  for (const [index, { snapshot_id: id, size, storage_policy_id: policy }] of (body.volumes ?? []).entries()) {
    wrong(`volumes.${index}.storage_policy_id`, unlessSeen(policy));
    const found = id === undefined ? undefined : snapshots.get(id);
    if (id !== undefined) wrong(`volumes.${index}.snapshot_id`, found ? usableProblem(found) : UNKNOWN);
    if (found) wrong(`volumes.${index}.size`, tooSmall(size, found));
  }
  for (const [place, wanted] of nics.entries()) {
    const network = networks.get(wanted.network_id);
    const at = interfacePlace(body, place);
    if (!network) wrong(at === '' ? 'network_ids' : `${at}network_id`, UNKNOWN);
    else {
      const request = { wanted, network, projectId: scopeProject(context), at, plain: at === '' };
      Object.assign(fields, await interfaceProblems(store, visibility, request));
    }
  }
  if (image && bringsVolumes(image))
    for (const field of OF_BOOT_VOLUME) if (body[field] !== undefined) wrong(field, { code: 'image_with_volume' });
  const tooSmallDisk =
    image && flavor && !bringsVolumes(image) && bootDiskProblem(diskOf(image), { disk: Number(flavor.document['disk']) }, body);
  if (tooSmallDisk) wrong(tooSmallDisk.field, tooSmallDisk.problem);
  if (image && body.password !== undefined && image.document['allow_set_password'] !== true)
    wrong('password', { code: 'image_no_password' });
  if (userDataOf(body).length > SCRIPT_SIGNS) wrong('user_data', { code: 'script_too_long_here', params: { max: SCRIPT_BYTES } });
  if (!flavor || Object.keys(fields).length > 0) throw new GantryError('validation_failed', { fields });
  return { flavor, image, snapshot, snapshots, policies, key, networks };
}

/** In base64, as the service takes it. */
const userDataOf = ({ user_data: text = '' }: Pick<ServerCreate, 'user_data'>): string =>
  encodedUserData(text, (plain) => Buffer.from(plain).toString('base64'));

/** What can be said of a boot volume only where it is made of an image that is no volume itself. */
const OF_BOOT_VOLUME = ['volume_size', 'storage_policy_id', 'delete_on_termination'] as const;

/** Existing volumes that the server shall have, and the fields that name them. */
const takenVolumes = ({ volume_id: boot, volumes = [] }: ServerCreate): Map<string, string> =>
  new Map([
    ...(boot === undefined ? [] : [[boot, 'volume_id'] as const]),
    ...volumes.flatMap(({ volume_id: id }, index) => (id === undefined ? [] : [[id, `volumes.${index}.volume_id`] as const])),
  ]);

function volumeProblem(volume: Row | undefined, field: string): CodedText | undefined {
  if (!volume) return UNKNOWN;
  const { status, bootable } = volume.document;
  const problem = freeVolumeProblem({ status: String(status) });
  if (problem) return problem;
  return field === 'volume_id' && bootable !== true ? { code: 'volume_not_bootable' } : undefined;
}

/** Whether servers boot from a volume made of a snapshot is said by the volume it was taken of. */
function snapshotProblem(snapshot: Row | undefined, volume: Row | undefined): CodedText | undefined {
  if (!snapshot) return UNKNOWN;
  const verdict = isSnapshotBootable({ status: String(snapshot.document['status']), bootable: volume?.document['bootable'] === true });
  return verdict === true ? undefined : verdict;
}

function usableProblem({ document }: Row): CodedText | undefined {
  const verdict = isSnapshotUsable({ status: String(document['status']) });
  return verdict === true ? undefined : verdict;
}

const tooSmall = (size: number | undefined, { document }: Row): CodedText | undefined =>
  size !== undefined && size < Number(document['size']) ? { code: 'too_small', params: { min: Number(document['size']) } } : undefined;

/** Where in the body an interface stands: `interfaces.0.`, or nothing for those of which only the network is said. */
export const interfacePlace = ({ network_ids: plain = [] }: ServerCreate, place: number): string =>
  place < plain.length ? '' : `interfaces.${place - plain.length}.`;

/** The image of a server that boots from a volume holds no data, but names snapshots of its volumes. */
const bringsVolumes = ({ document }: Row): boolean => document['size'] === 0;

/** Whether it boots from an installation medium. */
export const isOfMedium = ({ image }: Pick<Ingredients, 'image'>): boolean => {
  const format = image?.document['disk_format'];
  return isMedium({ disk_format: typeof format === 'string' ? format : null });
};

/** What says which disk the server boots from. */
type Boot = 'image' | 'volume of the image' | 'volume of the snapshot' | 'existing volume';

/** A size, a storage policy, or a disk that shall stay asks for a volume; a flavor without disk needs one. */
function bootOf(body: ServerCreate, { flavor, image, snapshot }: Ingredients): Boot {
  if (snapshot) return 'volume of the snapshot';
  if (!image) return 'existing volume';
  if (bringsVolumes(image)) return 'image';
  return asksForVolume(body) || flavor.document['disk'] === 0 ? 'volume of the image' : 'image';
}

/** Whether the cloud has to have a volume service for it. */
export const needsVolumes = (body: ServerCreate, found: Ingredients): boolean =>
  bootOf(body, found) !== 'image' || (body.volumes ?? []).length > 0;

/** The `server` of the request; `mark` is added to its metadata. `ports`: what was made for its interfaces, by their places. */
export function serverBody(
  body: ServerCreate,
  found: Ingredients,
  { mark, ports }: { mark: Readonly<Record<string, string>>; ports: ReadonlyMap<number, MadePort> },
) {
  const { flavor, image, key } = found;
  const boot = bootOf(body, found);
  const places = placesOf(body.volumes ?? []);
  const further = (body.volumes ?? []).map((volume, index) => furtherDisk(volume, index, found, places));
  const disks = [...(boot === 'image' ? [] : [bootDisk(body, found)]), ...further];
  // Beside other disks, and where more is said of it, the service wants to be told that the first one is the flavor's own.
  if (boot === 'image' && (further.length > 0 || (body.disk_bus ?? body.device_type) !== undefined) && !bringsVolumes(image!))
    disks.unshift(ownDisk(body, image!));
  return {
    name: body.name,
    ...(body.description && { description: body.description }),
    flavorRef: flavor.id,
    ...(key && { key_name: String(key.document['name']) }),
    networks: interfacesOf(body).map((wanted, place) => nicOf(wanted, ports.get(place))),
    metadata: { ...body.metadata, ...haMember(body.ha_enabled), ...mark },
    ...(body.user_data !== undefined && { user_data: userDataOf(body) }),
    ...(body.password !== undefined && { adminPass: body.password }),
    ...((body.tags ?? []).length > 0 && { tags: body.tags }),
    ...(body.config_drive === true && { config_drive: true }),
    ...(boot === 'image' && { imageRef: image!.id }),
    ...(disks.length > 0 && { block_device_mapping_v2: disks }),
  };
}

/** By what was made for it, or with the one address that it shall have. */
const nicOf = ({ network_id: uuid, fixed_ips: [ip] = [] }: InterfaceWanted, port: MadePort | undefined) =>
  port ? { port: port.id } : { uuid, ...(ip !== undefined && { fixed_ip: ip }) };

type Device = Pick<FurtherVolume, 'disk_bus' | 'device_type'>;

/** Absent: as the image or the hypervisor has it. */
const deviceOf = ({ disk_bus: bus, device_type: type }: Device) => ({
  ...(bus !== undefined && { disk_bus: bus }),
  ...(type !== undefined && { device_type: type }),
});

/** Absent: the volume service's default. */
const typeOf = ({ storage_policy_id: policy }: Pick<FurtherVolume, 'storage_policy_id'>) =>
  policy === undefined ? {} : { volume_type: policy };

/** Places in the boot order as the service takes them: without gaps, the boot volume has 0. */
const placesOf = (volumes: readonly FurtherVolume[]): ReadonlyMap<number, number> =>
  new Map(
    volumes
      .flatMap(({ boot_order: place }) => place ?? [])
      .toSorted((a, b) => a - b)
      .map((place, index) => [place, index + 1]),
  );

const ownDisk = (body: ServerCreate, image: Row) => ({
  boot_index: 0,
  source_type: 'image',
  destination_type: 'local',
  uuid: image.id,
  ...deviceOf(body),
  delete_on_termination: true,
});

const bootDisk = (body: ServerCreate, { flavor, image, snapshot }: Pick<Ingredients, 'flavor' | 'image' | 'snapshot'>) => ({
  boot_index: 0,
  source_type: image ? 'image' : snapshot ? 'snapshot' : 'volume',
  destination_type: 'volume',
  uuid: image?.id ?? snapshot?.id ?? body.volume_id,
  ...(image && { volume_size: body.volume_size ?? Math.max(Number(flavor.document['disk']), smallestVolume(image)) }),
  ...(snapshot && { volume_size: body.volume_size ?? Number(snapshot.document['size']) }),
  ...typeOf(body),
  ...deviceOf(body),
  delete_on_termination: body.delete_on_termination ?? (image ?? snapshot) !== undefined,
});

/** Tag of a further disk whose volume gets a name, by its place in the body. */
export const diskTag = (index: number): string => `gantry-volume-${index + 1}`;

const furtherDisk = (
  { volume_id: id, snapshot_id: snapshot, name, size, delete_on_termination: goes = false, ...row }: FurtherVolume,
  index: number,
  { snapshots }: Pick<Ingredients, 'snapshots'>,
  places: ReadonlyMap<number, number>,
) => ({
  boot_index: row.boot_order === undefined ? -1 : places.get(row.boot_order),
  source_type: id !== undefined ? 'volume' : snapshot === undefined ? 'blank' : 'snapshot',
  destination_type: 'volume',
  ...((id ?? snapshot) !== undefined && { uuid: id ?? snapshot }),
  ...(id === undefined && { volume_size: size ?? Number(snapshots.get(snapshot!)?.document['size']) }),
  ...typeOf(row),
  ...(name !== undefined && { tag: diskTag(index) }),
  ...deviceOf(row),
  delete_on_termination: goes,
});
