/** What the actions do beside going through states: to room, disks and images. Each effect returns the server as it leaves it. */
import type { Writer } from '../../../port/store/writer.ts';
import { GIB, type ImageDocument, type ServerDocument } from '../../../engines/embedded/platform/documents.ts';
import { bootMembers, boundBy } from './documents.ts';
import { imageMetadata } from '../../volumes/embedded/documents.ts';
import type { Action, TaskState } from '../../../engines/embedded/platform/plans.ts';
import type { Platform } from '../../../engines/embedded/platform/platform.ts';
import type { Transition } from '../../../engines/embedded/platform/records.ts';
import { adopt, grow, offload, release } from './reservations.ts';
import { putImage, putVolume } from '../../../engines/embedded/platform/rows.ts';

type Effect = (platform: Platform, writer: Writer, server: ServerDocument, transition: Transition) => Promise<ServerDocument>;

interface Effects {
  /** At the end of a step that is not the last. */
  after?: Partial<Record<TaskState, Effect>>;
  /** At the end, where it succeeds. */
  done?: Effect;
  /** Where it fails or is given up. */
  undone?: Effect;
}

const inTurn =
  (...effects: readonly Effect[]): Effect =>
  async (platform, writer, server, transition) => {
    let left = server;
    for (const effect of effects) left = await effect(platform, writer, left, transition);
    return left;
  };

/** The volumes are the server's: none is being made or attached any more. */
const attach: Effect = async (platform, writer, server) => {
  for (const { id } of server.volumes) {
    const volume = await platform.document(writer, 'volume', id);
    if (volume) await putVolume(platform, writer, { ...volume, status: 'in-use' });
  }
  return server;
};

/** Writes the image over the boot disk, which stays the same volume. */
const overwrite: Effect = async (platform, writer, server, { imageId }) => {
  const image = imageId === undefined ? undefined : await platform.document(writer, 'image', imageId);
  const boot = server.volumes[0] && (await platform.document(writer, 'volume', server.volumes[0].id));
  if (!image) return server;
  if (boot) await putVolume(platform, writer, { ...boot, volume_image_metadata: imageMetadata(image) });
  return { ...server, ...bootMembers(image), image_traits: [], ...boundBy(server.flavor, server.own_traits, image.traits) };
};

/** Changes the image that is being made. */
const image =
  (change: (image: ImageDocument) => ImageDocument): Effect =>
  async (platform, writer, server, { imageId }) => {
    const made = imageId === undefined ? undefined : await platform.document(writer, 'image', imageId);
    if (made) await putImage(platform, writer, change(made));
    return server;
  };

const dropImage: Effect = async (platform, writer, server, { imageId }) => {
  if (imageId !== undefined) await writer.remove(platform.key('image', imageId));
  return server;
};

const moved = inTurn(adopt, release);

export const EFFECTS: Readonly<Partial<Record<Action, Effects>>> = {
  create: { after: { scheduling: adopt, block_device_mapping: attach }, undone: inTurn(adopt, attach) },
  shelve: { done: offload },
  unshelve: { done: adopt, undone: release },
  rebuild: { done: overwrite },
  // What it came from stays reserved until somebody has looked at what came of it.
  resize: { done: adopt, undone: release },
  migrate: { done: adopt, undone: release },
  confirmResize: { done: release },
  revertResize: { done: moved },
  liveResize: { done: grow, undone: release },
  liveMigrate: { done: moved, undone: release },
  evacuate: { done: moved, undone: release },
  createImage: {
    after: { image_pending_upload: image((made) => ({ ...made, status: 'saving' })) },
    done: image((made) => ({ ...made, status: 'active', size: made.min_disk * GIB })),
    undone: dropImage,
  },
};
