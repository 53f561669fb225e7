import { z } from 'zod';
import { IMAGE_LIMITS } from '../../constants.ts';
import { DISK_FORMATS } from './formats.ts';
import { ISO } from './media.ts';
import { patterned } from '../../wire/patterned.ts';
import type { Upload } from '../../wire/upload.ts';
import { description, displayName, id } from '../../wire/values.ts';

const amount = (max: number) => z.number().int().min(0, { error: 'too_small' }).max(max, { error: 'too_large' });
/** GiB */
const minDisk = amount(IMAGE_LIMITS.minDisk);
/** MiB */
const minRam = amount(IMAGE_LIMITS.minRam);

/** A word of the cloud's: `linux`, `windows`, `debian`. */
const word = patterned(
  'word',
  z
    .string()
    .trim()
    .min(1, { error: 'required' })
    .max(64, { error: 'too_long' })
    .regex(/^[a-zA-Z0-9][\w.-]*$/, { error: 'id' }),
);

/** `shared`: with the projects that are named; `public`, with all of them, is for administrators (screens J). */
const visibility = z.enum(['private', 'shared', 'public']);

/** What is said of an image and can be changed. */
const imageWords = {
  name: displayName,
  description: description.optional(),
  os_type: word.optional(),
  os_distro: word.optional(),
  min_disk: minDisk.optional(),
  min_ram: minRam.optional(),
  protected: z.boolean().optional(),
  visibility: visibility.optional(),
};

/** Digest of all bytes: MD5, SHA-256 or SHA-512, told by its length. */
const checksum = patterned(
  'checksum',
  z
    .string()
    .max(128, { error: 'checksum' })
    .regex(/^(?:[\da-fA-F]{32}|[\da-fA-F]{64}|[\da-fA-F]{128})$/, { error: 'checksum' }),
);

/** What travels with the bytes of a new image, each member as a header (S1 §7). */
export const imageCreateBody = z
  .strictObject({
    ...imageWords,
    disk_format: z.enum(DISK_FORMATS),
    /** Absent: that of the disk format. */
    container_format: z.enum(['bare', 'aki', 'ami', 'ari']).optional(),
    /** Of templates only. */
    hw_firmware_type: z.enum(['uefi', 'bios']).optional(),
    /** Absent: nothing is compared. */
    checksum: checksum.optional(),
  })
  .omit({ description: true })
  .superRefine(({ disk_format: format, hw_firmware_type: firmware }, { addIssue }) => {
    if (format === ISO && firmware !== undefined) addIssue({ code: 'custom', path: ['hw_firmware_type'], message: 'firmware_of_iso' });
  })
  .meta({ id: 'ImageCreate', examples: [{ name: 'golden', disk_format: 'raw' }] });
export type ImageCreate = z.output<typeof imageCreateBody>;

/** The headers of an upload; the first seven are those of S1 §7. */
export const IMAGE_HEADERS: Upload['headers'] = {
  name: { name: 'x-image-name', holds: 'text' },
  container_format: { name: 'x-image-container-format', holds: 'text' },
  disk_format: { name: 'x-image-disk-format', holds: 'text' },
  os_distro: { name: 'x-image-os-distro', holds: 'text' },
  protected: { name: 'x-image-protected', holds: 'flag' },
  visibility: { name: 'x-image-visibility', holds: 'text' },
  hw_firmware_type: { name: 'x-image-hw-firmware-type', holds: 'text' },
  os_type: { name: 'x-image-os-type', holds: 'text' },
  min_disk: { name: 'x-image-min-disk', holds: 'number' },
  min_ram: { name: 'x-image-min-ram', holds: 'number' },
  checksum: { name: 'x-image-checksum', holds: 'text' },
};

export const imageUpdateBody = z
  .strictObject({ ...imageWords, name: displayName.optional() })
  .refine((body) => Object.keys(body).length > 0, { error: 'nothing_to_change' })
  .meta({ id: 'ImageUpdate', examples: [{ name: 'golden' }] });
export type ImageUpdate = z.output<typeof imageUpdateBody>;

/** A project that an image is offered to, or is no longer: its owner may know it by its id alone, and is not told whether there is one. */
export const imageShareBody = z.strictObject({ project_id: id }).meta({ id: 'ImageShare', examples: [{ project_id: 'another-project' }] });
export type ImageShare = z.output<typeof imageShareBody>;
