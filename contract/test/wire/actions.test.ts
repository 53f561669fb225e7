import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { calls } from '../../src/index.ts';
import { selectCall, sharedPlaces } from '../../src/wire/actions.ts';

const place = sharedPlaces(calls).find(([first]) => first!.id === 'servers.delete')!;
const idOf = (query: unknown, body?: unknown): string => selectCall(place, query, body).id;

describe('calls that share a place', () => {
  it('calls that share an address are found at one place, the one without an action first; every call has a place', () => {
    expect(place.map(({ id }) => id)).toEqual(['servers.delete', 'servers.detachVolume']);
    expect(sharedPlaces(calls.toReversed()).find((at) => at.includes(place[0]!))?.[0]?.id).toBe('servers.delete');
    expect(
      sharedPlaces(calls)
        .flat()
        .map(({ id }) => id)
        .toSorted(),
    ).toEqual(calls.map(({ id }) => id).toSorted());
  });

  it('calls that share a place are told apart by the query or by the body, whichever arrives', () => {
    const action = 'detach_volume';
    expect(idOf({ action }, { action, volume_id: 'v' })).toBe('servers.detachVolume');
    expect(idOf({ action })).toBe('servers.detachVolume');
    expect(idOf({ action }, null)).toBe('servers.detachVolume');
    expect(idOf({}, { action })).toBe('servers.detachVolume');
    expect(idOf({})).toBe('servers.delete');
  });

  it('at a shared place anything but the known action means the first call', () => {
    const notTheAction = fc.anything().filter((value) => value !== 'detach_volume');
    fc.assert(
      fc.property(notTheAction, notTheAction, fc.anything(), (inQuery, inBody, rest) => {
        expect(idOf({ action: inQuery }, { rest, action: inBody })).toBe('servers.delete');
        expect(idOf({ action: [inQuery, 'detach_volume'] }, ['detach_volume'])).toBe('servers.delete');
      }),
    );
    expect(() => selectCall([], {})).toThrow(TypeError);
  });
});
