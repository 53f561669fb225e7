import { useState } from 'react';
import { useUiText } from '../text.ts';
import { formatAge } from './format-age.ts';

/** A point in time in the user's language and zone; pointing at it tells how long ago that was, and the UTC time. */
export function Instant({ at }: { at: string }) {
  const { i18n } = useUiText();
  const [now, setNow] = useState(() => new Date());
  const date = new Date(at);
  const text = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium', timeStyle: 'short' }).format(date);
  const utc = `${date.toISOString().slice(0, 19).replace('T', ' ')} UTC`;
  return (
    <time
      className="gantry-nowrap"
      dateTime={at}
      title={`${formatAge(date, now, i18n.language)}\n${utc}`}
      onPointerEnter={() => setNow(new Date())}
    >
      {text}
    </time>
  );
}
