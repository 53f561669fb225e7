import { describe, expect, it } from 'vitest';
import { hasArrived } from '../../../src/nouns/servers/expected.ts';
import { SERVER_STATUSES } from '../../../src/nouns/servers/statuses.ts';
import { statusNames } from '../../../src/wire/statuses.ts';

const STATUSES = statusNames(SERVER_STATUSES);
const endsOn = (action: string): string[] => STATUSES.filter((status) => hasArrived(action, { status, task_state: null })).toSorted();

describe('the end of waiting for an action that the specification does not name', () => {
  it.each([
    ['powerOff', ['SHUTOFF']],
    ['pause', ['PAUSED']],
    ['rescue', ['RESCUE']],
    ['unrescue', ['ACTIVE', 'SHUTOFF']],
    ['rebuild', ['ACTIVE', 'SHUTOFF']],
    ['resize', ['VERIFY_RESIZE']],
    ['migrate', ['VERIFY_RESIZE']],
    ['confirmResize', ['ACTIVE', 'SHUTOFF']],
    ['revertResize', ['ACTIVE', 'SHUTOFF']],
    ['liveResize', ['ACTIVE']],
    ['liveMigrate', ['ACTIVE', 'PAUSED']],
  ])('waiting for the server action %s ends in its statuses, and never while a task state is left', (action, statuses) => {
    expect(endsOn(action)).toEqual(statuses);
    for (const status of statuses) expect(hasArrived(action, { status, task_state: 'migrating' })).toBe(false);
  });

  it('waiting for a stop or a power-off also ends with a status that only older clouds have', () => {
    for (const action of ['stop', 'powerOff']) expect(hasArrived(action, { status: 'STOPPED', task_state: null })).toBe(true);
  });
});
