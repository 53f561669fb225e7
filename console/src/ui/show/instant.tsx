import { useUiText } from '../text.ts';

/** A point in time in the user's language and zone; pointing at it tells the UTC time. */
export function Instant({ at }: { at: string }) {
  const { i18n } = useUiText();
  const date = new Date(at);
  const text = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium', timeStyle: 'short' }).format(date);
  return (
    <time className="gantry-nowrap" dateTime={at} title={`${date.toISOString().slice(0, 19).replace('T', ' ')} UTC`}>
      {text}
    </time>
  );
}
