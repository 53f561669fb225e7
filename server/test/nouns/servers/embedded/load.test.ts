import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { STAT_SERIES_NAMES } from '@gantry/contract/nouns/servers/statistics';
import { MIB } from '../../../../src/engines/embedded/platform/documents.ts';
import { loadOf, writtenOf } from '../../../../src/nouns/servers/embedded/load.ts';
import { ranAt } from '../../../../src/nouns/servers/embedded/statistics.ts';
import type { HistoryEntry } from '../../../../src/engines/embedded/platform/records.ts';

const MINUTE = 60_000;
const NOON = Date.UTC(2026, 0, 1, 12);
const always = (): boolean => true;
const never = (): boolean => false;
const guests = fc.record({ id: fc.uuid(), ram: fc.integer({ min: 64, max: 1_000_000 }) });
const times = fc.integer({ min: 0, max: NOON * 2 });

describe('the load of a simulated guest', () => {
  it('the load of a simulated guest stays within what the guest has', () => {
    fc.assert(
      fc.property(guests, times, (guest, at) => {
        const load = loadOf(guest, always);
        expect(load.cpu(at)).toBeGreaterThanOrEqual(0);
        expect(load.cpu(at)).toBeLessThanOrEqual(100);
        expect(load.memory(at)).toBeGreaterThan(0);
        expect(load.memory(at)).toBeLessThanOrEqual(guest.ram * MIB);
        for (const name of STAT_SERIES_NAMES) expect(load[name](at)).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  it('the load of a simulated guest is nothing while the guest does not run', () => {
    fc.assert(
      fc.property(guests, times, (guest, at) => {
        const load = loadOf(guest, never);
        for (const name of STAT_SERIES_NAMES) expect(load[name](at)).toBe(name.startsWith('disk-latency') ? null : 0);
      }),
    );
  });

  it('the load of a guest is equal for everybody who looks, changes with time, and differs between guests', () => {
    const cpuOf = (id: string) => {
      const { cpu } = loadOf({ id, ram: 1024 }, always);
      return Array.from({ length: 60 }, (_, minute) => cpu(NOON + minute * MINUTE));
    };
    expect(cpuOf('one')).toEqual(cpuOf('one'));
    expect(new Set(cpuOf('one')).size).toBeGreaterThan(30);
    expect(cpuOf('one')).not.toEqual(cpuOf('two'));
  });

  it('the load of a guest is the mean of the last five minutes: it fades out when the guest has just stopped [api.server-stat]', () => {
    const stopped = loadOf({ id: 'one', ram: 1024 }, (at) => at < NOON);
    const full = loadOf({ id: 'one', ram: 1024 }, always).cpu(NOON - 1)!;
    const fading = [-1, 1, 2, 3, 4, 5].map((minutes) => stopped.cpu(NOON + minutes * MINUTE)!);
    expect(fading[0]).toBeCloseTo(full, 6);
    expect(fading[1]).toBeGreaterThan(0);
    expect(fading[1]).toBeLessThan(full);
    expect(fading.at(-1)).toBe(0);
  });

  it('a simulated guest writes a part of each volume', () => {
    fc.assert(
      fc.property(fc.uuid(), fc.integer({ min: 1, max: 524_288 }), (id, size) => {
        expect(writtenOf({ id, size })).toBeGreaterThan(0);
        expect(writtenOf({ id, size })).toBeLessThan(size * 1024 ** 3);
      }),
    );
  });
});

describe('when a guest ran', () => {
  const entry = (action: string, minute: number, result: HistoryEntry['result'] = 'success'): HistoryEntry => {
    const at = new Date(NOON + minute * MINUTE).toISOString();
    return { action, request_id: null, user_id: null, started_at: at, finished_at: at, result, message: null };
  };
  const ranIn = (runs: boolean, history: HistoryEntry[]): boolean[] =>
    [-5, 5, 15, 25].map((minute) => ranAt(runs, history)(NOON + minute * MINUTE));

  it('when a guest ran follows from what was done to it', () => {
    expect(ranIn(false, [entry('create', 0), entry('stop', 10), entry('start', 12), entry('stop', 20)])).toEqual([
      false,
      true,
      true,
      false,
    ]);
    expect(ranIn(true, [entry('stop', 0), entry('start', 10)])).toEqual([true, false, true, true]);
    expect(ranIn(true, [])).toEqual([true, true, true, true]);
  });

  it('when a guest ran is not changed by what failed or is about something else', () => {
    expect(ranIn(true, [entry('create', 0), entry('stop', 10, 'failed'), entry('lock', 20)])).toEqual([false, true, true, true]);
  });
});
