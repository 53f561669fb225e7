/** Counts the seconds in which nobody does anything, in all tabs of the browser together (S0 §4, decision A12). */
import { readJson, STORAGE_KEYS } from '../session/storage.ts';

/** Key of the leave-time record in browser storage (S0 §3). */
const LEAVE_TIME_KEY = 'gantry.leave-time';
/** How often it is looked whether the time is over. */
const TICK_MS = 1000;
/** Of what is done within this time, only the first counts (S0 §9, decision A11). */
const RESET_MS = 300;
const ACTIVITIES = ['mousemove', 'keydown', 'click'] as const;

/** `value`: seconds idle; `timestamp`: when that was, in ms since the epoch. */
interface LeaveTime {
  value: number;
  timestamp: number;
}

const isLeaveTime = (record: unknown): record is LeaveTime =>
  typeof record === 'object' &&
  record !== null &&
  'value' in record &&
  typeof record.value === 'number' &&
  'timestamp' in record &&
  typeof record.timestamp === 'number';

/** When somebody did something last, as any tab has it; ms since the epoch. */
function lastKnown(): number | undefined {
  const record = readJson(localStorage, LEAVE_TIME_KEY);
  return isLeaveTime(record) ? record.timestamp - record.value * 1000 : undefined;
}

interface IdleOptions {
  /** Seconds after which `onLimit` is called, once. */
  limit: number;
  /** Whether work is under way that signing out would break off: nobody is idle meanwhile. */
  isHeld(): boolean;
  onLimit(): void;
}

/**
 * Counts until it is stopped, which forgets the record; goes on from the record of a page before. From timestamps: a sleeping machine does not
 * lengthen it.
 */
export function countIdle({ limit, isHeld, onLimit }: IdleOptions): () => void {
  let active = lastKnown() ?? Date.now();
  let quietUntil = 0;
  const keep = (): number => {
    const timestamp = Date.now();
    const value = Math.max(0, Math.floor((timestamp - active) / 1000));
    // Not after another tab has signed out: the next session is none that goes on.
    if (localStorage.getItem(STORAGE_KEYS.token) !== null)
      localStorage.setItem(LEAVE_TIME_KEY, JSON.stringify({ value, timestamp } satisfies LeaveTime));
    return value;
  };
  const tick = (): void => {
    if (isHeld()) active = Date.now();
    if (keep() < limit) return;
    stop();
    onLimit();
  };
  const reset = (): void => {
    if (Date.now() < quietUntil) return;
    quietUntil = Date.now() + RESET_MS;
    active = Date.now();
    keep();
  };
  const followOthers = ({ key }: StorageEvent): void => {
    if (key === LEAVE_TIME_KEY) active = Math.max(active, lastKnown() ?? 0);
  };
  const stop = (): void => {
    clearInterval(timer);
    for (const name of ACTIVITIES) removeEventListener(name, reset, true);
    removeEventListener('storage', followOthers);
    localStorage.removeItem(LEAVE_TIME_KEY);
  };
  const timer = setInterval(tick, TICK_MS);
  for (const name of ACTIVITIES) addEventListener(name, reset, true);
  addEventListener('storage', followOthers);
  return stop;
}
