import { useLanguage } from '../text.ts';
import { formatSize, type SizeUnit } from './format-size.ts';

/** An amount of bytes. Set apart in direction, because the unit is Latin in every language. @param in the unit; absent: the one that fits */
export function Size({ bytes, in: unit }: { bytes: number; in?: SizeUnit }) {
  return <bdi className="gantry-nowrap">{formatSize(bytes, useLanguage(), unit)}</bdi>;
}
