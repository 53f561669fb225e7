/** What images are, by the names of their files and by how their bytes are to be read. */
import { ISO } from './media.ts';

/** What an image is for (S0 §9, S1 §3). */
export const IMAGE_TYPES = ['iso', 'template'] as const;
export type ImageType = (typeof IMAGE_TYPES)[number];

/** What an image is of that does not say it (S1 §9). */
export const DEFAULT_DISTRO = 'linux';

/** How the bytes of a disk may be read, as clouds call it. */
export const DISK_FORMATS = ['iso', 'aki', 'ami', 'ari', 'ploop', 'qcow2', 'raw', 'vdi', 'vhd', 'vhdx', 'vmdk'] as const;
export type DiskFormat = (typeof DISK_FORMATS)[number];

/** Ends of names of files, by type (S0 §5). */
export const IMAGE_EXTENSIONS = {
  iso: ['iso'],
  template: ['aki', 'ami', 'ari', 'img', 'ploop', 'qcow2', 'raw', 'vdi', 'vhd', 'vhdx', 'vmdk'],
} as const satisfies Record<ImageType, readonly string[]>;

export const typeOfFormat = (format: string | null): ImageType => (format === ISO ? 'iso' : 'template');

/** The last part of a file's name, in small letters whatever it is written in (decision I5). */
const extensionOf = (name: string): string => /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';

/** What a file of that name is; undefined where its extension is none of an image. An `img` may be anything: it is taken for a raw disk. */
export function formatOfFile(name: string): { type: ImageType; format: DiskFormat } | undefined {
  const extension = extensionOf(name);
  const type = IMAGE_TYPES.find((one) => (IMAGE_EXTENSIONS[one] as readonly string[]).includes(extension));
  return type && { type, format: extension === 'img' ? 'raw' : (extension as DiskFormat) };
}

/** What clouds call the container of a disk: those of Amazon are their own. */
export const containerOf = (format: DiskFormat): 'bare' | 'aki' | 'ami' | 'ari' =>
  format === 'aki' || format === 'ami' || format === 'ari' ? format : 'bare';

/** Whether servers of an image start by UEFI; by BIOS else. */
export const isUefi = ({ hw_firmware_type: firmware }: { hw_firmware_type: string | null }): boolean => firmware === 'uefi';

/** Whether everybody may use an image. */
export const isPublic = ({ visibility }: { visibility: string }): boolean => visibility === 'public';
