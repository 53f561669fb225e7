import { useState } from 'react';
import { serverNow } from '../clock.ts';
import { dateFormat } from '../format.ts';
import { useLanguage } from '../text.ts';
import { useNow } from '../use-now.ts';
import { formatAge, formatAgo } from './format-age.ts';
import { parseInstant } from './parse-instant.ts';

const dateText = (date: Date, language: string): string => dateFormat(language, { dateStyle: 'medium', timeStyle: 'short' }).format(date);
const utcText = (date: Date): string => `${date.toISOString().slice(0, 19).replace('T', ' ')} UTC`;

/** Writes a point in time in the user's language and zone, where only text can be shown. */
export function useInstantText(): (at: string) => string {
  const language = useLanguage();
  return (at) => dateText(parseInstant(at), language);
}

/** A point in time in the user's language and zone; pointing at it tells how long ago that was, and the UTC time. */
export function Instant({ at }: { at: string }) {
  const language = useLanguage();
  const [now, setNow] = useState(serverNow);
  const date = parseInstant(at);
  return (
    <time
      className="gantry-nowrap"
      dateTime={at}
      title={`${formatAge(date, now, language)}\n${utcText(date)}`}
      onPointerEnter={() => setNow(serverNow())}
    >
      {dateText(date, language)}
    </time>
  );
}

/** How long ago that was, for a column: pointing at it tells the date and the UTC time. */
export function Ago({ at }: { at: string }) {
  const language = useLanguage();
  const date = parseInstant(at);
  return (
    <time dateTime={at} title={`${dateText(date, language)}\n${utcText(date)}`}>
      {formatAgo(date, useNow(), language)}
    </time>
  );
}
