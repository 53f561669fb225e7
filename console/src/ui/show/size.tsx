import { useUiText } from '../text.ts';
import { formatSize } from './format-size.ts';

/** An amount of bytes. Set apart in direction, because the unit is Latin in every language. */
export function Size({ bytes }: { bytes: number }) {
  const { i18n } = useUiText();
  return <bdi className="gantry-nowrap">{formatSize(bytes, i18n.language)}</bdi>;
}
