import { z } from 'zod';
import { VOLUME_GIB } from '../../constants.ts';

const gib = (min: number) => z.number().int().min(min, { error: 'too_small' }).max(VOLUME_GIB.max, { error: 'too_large' });

/** GiB (S2 §9, decision F14). */
export const volumeSize = gib(VOLUME_GIB.min);

/** `size`: what it has afterwards, more than it has now. */
export const volumeExtendBody = z.strictObject({ size: volumeSize }).meta({ id: 'VolumeExtend', examples: [{ size: 20 }] });
/** The same where it is known how large the volume is (GiB). */
export const volumeExtendBodyFrom = (now: number) => z.strictObject({ size: gib(now + 1) });
export type VolumeExtend = z.output<typeof volumeExtendBody>;
