import type { Engine } from '../../../port/engine.ts';
import type { Platform } from '../../../engines/embedded/platform/platform.ts';
import { readImage } from './files.ts';

/** What the platform hands out as bytes. Images that came with it, or were made of a simulated disk, have none. */
export const streamsOf = (platform: Platform): NonNullable<Engine['streams']> => ({
  'image.bytes': async ({ signal }, { id }, range) => {
    platform.assertUp();
    return readImage(platform, id, range, signal);
  },
});
