/** A new image as it is typed, and what is sent of it. */
import { imageCreateBody, IMAGE_HEADERS, type ImageCreate } from '@gantry/contract/nouns/images/bodies';
import { headBytesOf, TAIL_BYTES } from '@gantry/contract/nouns/images/disks/formats';
import { formatOfBytes, inspectDisk, problemAtEnd } from '@gantry/contract/nouns/images/disks/inspect';
import { DEFAULT_DISTRO, formatOfFile, IMAGE_TYPES, type DiskFormat } from '@gantry/contract/nouns/images/formats';
import { headersOfBody } from '@gantry/contract/wire/upload';
import type { CodedText } from '@gantry/contract/wire/errors';
import { z } from 'zod';

/** A file that was chosen, with what its name and its first bytes tell. */
export interface Chosen {
  file: File;
  format: DiskFormat | null;
  problem: CodedText | null;
}

const shape = z.object({
  file: z.custom<Chosen | undefined>(),
  name: z.string(),
  type: z.enum(IMAGE_TYPES),
  os_distro: z.string(),
  min_disk: z.number().optional(),
  min_ram: z.number().optional(),
  uefi: z.boolean(),
  protected: z.boolean(),
  isPublic: z.boolean(),
  checksum: z.string(),
});
export type ImageDraft = z.infer<typeof shape>;

export const EMPTY: ImageDraft = {
  file: undefined,
  name: '',
  type: 'template',
  os_distro: DEFAULT_DISTRO,
  min_disk: undefined,
  min_ram: undefined,
  uefi: false,
  protected: false,
  isPublic: false,
  checksum: '',
};

const bytesOf = async (part: Blob): Promise<Uint8Array> => new Uint8Array(await part.arrayBuffer());

/** Looks at the name, the first and the last bytes of a file: what the server would refuse is told before anything is sent. */
export async function choose(file: File): Promise<Chosen> {
  const named = formatOfFile(file.name);
  if (!named) return { file, format: null, problem: { code: 'image_extension' } };
  const head = await bytesOf(file.slice(0, headBytesOf(named.format)));
  // A file called `img` may be anything.
  const format = /\.img$/i.test(file.name) ? ((formatOfBytes(head) ?? named.format) as DiskFormat) : named.format;
  const inspected = inspectDisk({ disk_format: format }, head, file.size);
  if ('problem' in inspected) return { file, format, problem: inspected.problem };
  const tail = await bytesOf(file.slice(Math.max(0, file.size - TAIL_BYTES)));
  return { file, format, problem: problemAtEnd(inspected.found, tail, file.size) ?? null };
}

/** What is sent. Firmware is not that of installation media (S1 §7). */
const bodyOf = ({ file, type, uefi, checksum, isPublic, ...draft }: ImageDraft): z.input<typeof imageCreateBody> => ({
  ...draft,
  disk_format: file?.format ?? 'raw',
  os_type: /^win/i.test(draft.os_distro) ? 'windows' : 'linux',
  ...(type === 'template' && { hw_firmware_type: uefi ? ('uefi' as const) : ('bios' as const) }),
  ...(isPublic && { visibility: 'public' as const }),
  ...(checksum.trim() !== '' && { checksum: checksum.trim() }),
});

/** The contract's body, of a file that fits its type. */
export const imageDraft: z.ZodType<ImageCreate, ImageDraft> = shape
  .superRefine(({ file, type }, { addIssue }) => {
    const wrong = ({ code, params }: CodedText) => addIssue({ code: 'custom', path: ['file'], message: code, ...(params && { params }) });
    if (!file) wrong({ code: 'image_file' });
    else if (file.problem) wrong(file.problem);
    else if (formatOfFile(file.file.name)?.type !== type) wrong({ code: 'image_extension' });
  })
  .transform(bodyOf)
  .pipe(imageCreateBody);

/** The headers of an image's upload. */
export const headersOf = (body: ImageCreate): Record<string, string> => headersOfBody({ headers: IMAGE_HEADERS }, body);
