import type { Change } from '@gantry/contract/wire/events';
import { afterEach, expect, it, vi } from 'vitest';
import { applyMeta, resetAbilities } from '../../../src/app/abilities/abilities.ts';
import { isForUs } from '../../../src/app/live/live-gate.ts';

const change = (entity: string): Change => ({ seq: 1, entity, operation: 'updated', id: 'one', revision: 1 }) as Change;

afterEach(resetAbilities);

it('a change of the compute cluster, unlike one of a server, concerns a user who may read only the cluster', () => {
  applyMeta({ data: { compute_cluster: ['GET'] }, capabilities: [], seq: 1 });
  expect(['compute_cluster', 'server'].map((entity) => isForUs(change(entity)))).toEqual([true, false]);
});

it('a change of a kind that the console does not know is logged, and nothing comes of it', () => {
  const logged = vi.spyOn(console, 'error').mockReturnValue();
  expect(isForUs(change('novelty'))).toBe(false);
  expect(logged).toHaveBeenCalledTimes(1);
  logged.mockRestore();
});
