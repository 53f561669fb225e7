/** VDI (VirtualBox's VDICore.h). */
import { ofVersion, PARENT, sized, UNREADABLE, type Format } from './disk.ts';

/** The only version that is in use, 1.1. */
const VERSION = 0x1_0001;
const [DYNAMIC, FIXED] = [1, 2];
/** Images of changes: they need the one that they change. */
const CHANGES: ReadonlySet<number> = new Set([3, 4]);

export const vdi: Format = (bytes) => {
  const version = bytes.uint32(0x44, 'little');
  if (version !== VERSION) return ofVersion('vdi', `${version >>> 16}.${version & 0xffff}`);
  const type = bytes.uint32(0x4c, 'little');
  if (CHANGES.has(type)) return PARENT;
  if (type !== DYNAMIC && type !== FIXED) return UNREADABLE;
  const [map, data] = [bytes.uint32(0x154, 'little'), bytes.uint32(0x158, 'little')];
  const [block, blocks, kept] = [0x178, 0x180, 0x184].map((at) => bytes.uint32(at, 'little')) as [number, number, number];
  // A last block has a byte at least.
  const least = Math.max(map + blocks * 4, kept === 0 ? data : data + (kept - 1) * block + 1);
  return sized(bytes.uint64(0x170, 'little'), { least });
};
