/**
 * Load of the platform's simulated guests: a function of the guest, the minute and whether it runs, so that it costs nothing until somebody
 * looks, is the same for everybody who looks, and needs no storage. See README.md.
 */
import { RATE_WINDOW, type StatSeriesName } from '@gantry/contract/nouns/servers/statistics';
import { GIB, MIB } from '../../../engines/embedded/platform/documents.ts';
import type { Guest, Measured, RanAt } from '../../../engines/embedded/platform/guests.ts';

const MINUTE_MS = 60_000;
const DAY_MINUTES = 24 * 60;
const WINDOW_MINUTES = RATE_WINDOW / 60;

/** 32 bits that look random, of a text (FNV-1a). */
function seedOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return hash >>> 0;
}

/** A number in [0, 1) that looks random, of two numbers (the finisher of MurmurHash3). */
function fraction(seed: number, step: number): number {
  let hash = (seed ^ Math.imul(step | 0, 0x9e3779b1)) >>> 0;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}

/** Numbers in [0, 1) that change smoothly: one that looks random at each whole position, and between them what lies between. */
function noise(seed: number, position: number): number {
  const left = Math.floor(position);
  const part = position - left;
  const weight = part * part * (3 - 2 * part);
  return fraction(seed, left) * (1 - weight) + fraction(seed, left + 1) * weight;
}

/** The least that a running guest does: its system is never quite idle. */
const IDLE = 0.005;

/** How busy a running guest is in a minute, IDLE to 1: its own level, the time of day, and what comes and goes. */
function busyIn(seed: number, minute: number): number {
  const own = 0.05 + 0.4 * fraction(seed, 1);
  const day = 0.15 * Math.sin(2 * Math.PI * (minute / DAY_MINUTES + fraction(seed, 2)));
  const waves = 0.4 * (noise(seed ^ 0x51, minute / 20) - 0.5) + 0.2 * (noise(seed ^ 0x52, minute) - 0.5);
  return Math.min(Math.max(own + day + waves, IDLE), 1);
}

const memoryIn = ({ ram }: Guest, seed: number, minute: number): number =>
  Math.round(ram * MIB * (0.2 + 0.5 * fraction(seed, 3) + 0.2 * noise(seed ^ 0x53, minute / 90)));

/** Something that a guest does so often a second, in a minute in which it is so busy. */
type RateIn = (seed: number, minute: number, busy: number) => number;

const reads: RateIn = (seed, minute, busy) => 300 * busy * noise(seed ^ 0x61, minute / 5);
const writes: RateIn = (seed, minute, busy) => 200 * busy * noise(seed ^ 0x62, minute / 5);
const packetsIn: RateIn = (seed, minute, busy) => 2000 * busy * noise(seed ^ 0x63, minute / 3);
const packetsOut: RateIn = (seed, minute, busy) => 1500 * busy * noise(seed ^ 0x64, minute / 3);

/** Rates of a running guest in a minute. */
const RATES = {
  cpu: (_seed, _minute, busy) => 100 * busy,
  'disk-read-operations': reads,
  'disk-write-operations': writes,
  'disk-read': (...when) => 32_768 * reads(...when),
  'disk-write': (...when) => 16_384 * writes(...when),
  'network-in-packets': packetsIn,
  'network-out-packets': packetsOut,
  'network-in': (...when) => 700 * packetsIn(...when),
  'network-out': (...when) => 900 * packetsOut(...when),
} as const satisfies Partial<Record<StatSeriesName, RateIn>>;

/** Seconds that a request to a disk takes in the mean. */
const latencyIn = (seed: number, minute: number): number => 0.0005 * (1 + 3 * busyIn(seed, minute));

/** How much longer than the mean the slowest requests take. */
const SLOWER = { p95: 2.5, p99: 4, p100: 9 } as const;

const minuteOf = (at: number): number => Math.floor(at / MINUTE_MS);

/** Mean of the minutes of the window that ends with the one of `at`; in those in which the guest did not run, it was 0. */
function meanRate(rate: RateIn, seed: number, at: number, ran: RanAt): number {
  const last = minuteOf(at);
  let sum = 0;
  for (let minute = last - WINDOW_MINUTES + 1; minute <= last; minute += 1)
    if (minute === last ? ran(at) : ran(minute * MINUTE_MS)) sum += rate(seed, minute, busyIn(seed, minute));
  return sum / WINDOW_MINUTES;
}

/** The series of a guest, by their names. Requests that were never made took no time: then a latency is null. */
export function loadOf(guest: Guest, ran: RanAt): Record<StatSeriesName, Measured> {
  const seed = seedOf(guest.id);
  const rate =
    (name: keyof typeof RATES): Measured =>
    (at) =>
      meanRate(RATES[name], seed, at, ran);
  const latency =
    (times: number): Measured =>
    (at) =>
      ran(at) ? times * latencyIn(seed, minuteOf(at)) : null;
  return {
    cpu: rate('cpu'),
    memory: (at) => (ran(at) ? memoryIn(guest, seed, minuteOf(at)) : 0),
    'disk-read': rate('disk-read'),
    'disk-write': rate('disk-write'),
    'disk-read-operations': rate('disk-read-operations'),
    'disk-write-operations': rate('disk-write-operations'),
    'network-in': rate('network-in'),
    'network-out': rate('network-out'),
    'network-in-packets': rate('network-in-packets'),
    'network-out-packets': rate('network-out-packets'),
    'disk-latency-average': latency(1),
    'disk-latency-p95': latency(SLOWER.p95),
    'disk-latency-p99': latency(SLOWER.p99),
    'disk-latency-p100': latency(SLOWER.p100),
  };
}

/** Bytes of a volume (`size` in GiB) that its guest has written: a part of it, the same for as long as it lives. */
export const writtenOf = (volume: { id: string; size: number }): number =>
  Math.round(volume.size * GIB * (0.1 + 0.7 * fraction(seedOf(volume.id), 4)));
