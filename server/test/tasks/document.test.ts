import { describe, expect, it } from 'vitest';
import { GantryError } from '@gantry/contract/wire/errors';
import { taskErrorOf } from '../../src/tasks/document.ts';

describe('the error that a task keeps', () => {
  it('the error of a task names the silent service of the cloud, without saying why it is silent', () => {
    const error = new GantryError('engine_unavailable', { params: { service: 'volume' }, detail: 'volume: connect ECONNREFUSED 10.0.0.1' });
    expect(taskErrorOf(error, 'req-1')).toEqual({
      code: 'engine_unavailable',
      message: 'Part of the cloud does not respond: volume. Try again later.',
      params: { service: 'volume' },
      reason: null,
      detail: null,
      request_id: 'req-1',
    });
  });

  it('the error of a task has the own words of a cloud that refuses', () => {
    expect(taskErrorOf(new GantryError('engine_refused', { detail: 'Flavor disk is too small.' }), null).detail).toBe(
      'Flavor disk is too small.',
    );
  });
});
