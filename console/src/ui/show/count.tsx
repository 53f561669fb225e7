import { numberFormat } from '../format.ts';
import { useUiText } from '../text.ts';

/** A number as the language writes it: 2,000. */
export function Count({ value }: { value: number }) {
  const { i18n } = useUiText();
  return <bdi>{numberFormat(i18n.language).format(value)}</bdi>;
}
