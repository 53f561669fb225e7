/** Bodies of what is done to a server. */
import { z } from 'zod';
import { SHUTDOWN_SECONDS } from '../../constants.ts';
import { macAddress } from '../../wire/addresses.ts';
import { newPassword } from '../../wire/password.ts';
import { reference } from '../../wire/reference.ts';
import { displayName, ids } from '../../wire/values.ts';

const FLAVOR = '9d3c8a5e-5b57-4d0c-9b1e-1f1f6a1c7a10';
const IMAGE = '4e8b6f0d-7a25-4bb1-8f0e-8d5b2c9e3f21';
const VOLUME = '7a1d4c3e-9f0b-4a52-8c6d-2e5f7b8a9c10';
const NODE = '3b9e5d7c-1a2f-4c68-b0d4-5e6f7a8b9c21';

/**
 * `timeout`: seconds that the guest has before its power is cut, -1 for as long as it takes; absent: as the cloud has it. An engine that
 * cannot wait by the clock of the one who asks lacks the capability `server.stop:timeout`.
 */
export const stopBody = z.strictObject({
  timeout: z
    .number()
    .int()
    .max(SHUTDOWN_SECONDS.max, { error: 'too_large' })
    .refine((seconds) => seconds === SHUTDOWN_SECONDS.endless || seconds >= SHUTDOWN_SECONDS.min, { error: 'shutdown_limit' })
    .optional(),
});
/** May be left out. */
export const stopRequest = stopBody.optional().meta({ examples: [{ timeout: 300 }, {}] });
export type Stop = z.output<typeof stopBody>;
/** The limit holds for each of them from when its guest is asked. */
export const bulkStopBody = stopBody.extend({ ids });

/** A reboot asks the guest (SOFT) or cuts its power (HARD). */
export const rebootBody = z.strictObject({ type: z.enum(['SOFT', 'HARD']) }).meta({ examples: [{ type: 'SOFT' }] });
export type Reboot = z.output<typeof rebootBody>;

/** `image_id`: what it boots for the rescue; absent: its own image. */
export const rescueBody = z.strictObject({ image_id: reference('image').optional() }).meta({ examples: [{ image_id: IMAGE }, {}] });
export type Rescue = z.output<typeof rescueBody>;

/** What is on the boot disk is lost. */
export const rebuildBody = z.strictObject({ image_id: reference('image') }).meta({ examples: [{ image_id: IMAGE }] });
export type Rebuild = z.output<typeof rebuildBody>;

export const resizeBody = z.strictObject({ flavor_id: reference('flavor') }).meta({ examples: [{ flavor_id: FLAVOR }] });
export type Resize = z.output<typeof resizeBody>;

/** `node_id`: where to go; absent: the cloud chooses. */
export const moveBody = z.strictObject({ node_id: reference('node').optional() }).meta({ examples: [{ node_id: NODE }, {}] });
export type Move = z.output<typeof moveBody>;

export const resetStateBody = z.strictObject({ state: z.enum(['active', 'error']) }).meta({ examples: [{ state: 'active' }] });
export type ResetState = z.output<typeof resetStateBody>;

export const changePasswordBody = z.strictObject({ password: newPassword }).meta({ examples: [{ password: 'correct horse battery 9' }] });
export type ChangePassword = z.output<typeof changePasswordBody>;

export const createImageBody = z.strictObject({ name: displayName }).meta({ examples: [{ name: 'web-1 before the update' }] });
export type CreateImage = z.output<typeof createImageBody>;

export const attachVolumeBody = z
  .strictObject({ volume_id: reference('volume'), delete_on_termination: z.boolean().optional() })
  .meta({ examples: [{ volume_id: VOLUME }] });
export type AttachVolume = z.output<typeof attachVolumeBody>;

/**
 * Distinguished from a deletion by its action, in the body and in the query (decision B3). `force`: the guest does not let go of it first, and may
 * lose what it has not written; a running server gives it in no other way (S2 §4).
 */
export const detachVolumeBody = z
  .strictObject({ action: z.literal('detach_volume'), volume_id: reference('volume'), force: z.boolean().optional() })
  .meta({
    examples: [
      { action: 'detach_volume', volume_id: VOLUME },
      { action: 'detach_volume', volume_id: VOLUME, force: true },
    ],
  });
export type DetachVolume = z.output<typeof detachVolumeBody>;

/** What becomes of an attached volume when its server is deleted. */
export const updateVolumeBody = z
  .strictObject({ volume_id: reference('volume'), delete_on_termination: z.boolean() })
  .meta({ examples: [{ volume_id: VOLUME, delete_on_termination: true }] });
export type UpdateVolume = z.output<typeof updateVolumeBody>;

/** The interface is named by its hardware address, as the server's networks have it. */
export const detachInterfaceBody = z.strictObject({ mac_addr: macAddress }).meta({ examples: [{ mac_addr: 'fa:16:3e:00:00:01' }] });
export type DetachInterface = z.output<typeof detachInterfaceBody>;

/** What can be wrong with the values of these bodies. */
export const actionFieldTexts = {
  shutdown_limit: 'Enter the seconds to wait, from 1 to 86400, or -1 for no limit.',
  flavor_same: 'The virtual machine already has this flavor.',
  flavor_disk_smaller: 'The disk of this flavor is too small. The virtual machine has {disk} GiB.',
  flavor_beyond_live: 'While running, the virtual machine can grow to at most {vcpus} vCPU and {ram} MiB of RAM.',
  image_too_large: 'This image requires a boot disk of {disk} GiB.',
  node_same: 'The virtual machine is already on this node.',
  node_unfit: 'This node does not accept virtual machines now.',
};
