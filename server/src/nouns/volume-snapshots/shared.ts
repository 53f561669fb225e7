/** When snapshots are taken by themselves, and what they are called: alike on every engine. */
import { instantOf } from '../../port/clock.ts';
import type { Instant } from '../../port/store/rows.ts';

const HOUR_MS = 3_600_000;
/** Characters of a volume's name that leave room for the instant. */
const NAME_MAX = 230;

/** When the first one is due: once the hours are over. `now` in milliseconds. */
export const firstDue = (now: number, hours: number): Instant => instantOf(now + hours * HOUR_MS);

/** When the next one is due after the one that was due: those that nobody was there to take are not made up for. */
export function nextDue(due: Instant, hours: number, now: number): Instant {
  const step = hours * HOUR_MS;
  const missed = Math.max(0, Math.floor((now - Date.parse(due)) / step));
  return instantOf(Date.parse(due) + (missed + 1) * step);
}

/** What one is called: `data 2026-11-20T10:00`. */
export const scheduledName = (volume: string, at: Instant): string => `${volume.slice(0, NAME_MAX)} ${at.slice(0, 16)}`;
