import type { Quota } from '@gantry/contract/nouns/quotas/calls';
import { perQuotaResource } from '@gantry/contract/wire/quotas';
import { expect, it } from 'vitest';
import { problemsOfProject } from '../../../src/features/monitoring/project-attention.ts';

const quota = (change: Partial<Quota> = {}): Quota => ({
  ...perQuotaResource(() => ({ limit: 10, used: 8 })),
  storage_policies: [],
  ...change,
});
const servers = (error: number) => ({ servers: { count: 9, running: 9, stopped: 0, error, in_progress: 0 } });

it('nothing is unusual in a project where all is well, or nothing is known yet', () => {
  expect(problemsOfProject({ unseen: 0 })).toEqual([]);
  expect(problemsOfProject({ stat: servers(0), quota: quota(), volumes: 0, unseen: 0 })).toEqual([]);
});

it('machines and volumes in error and failed tasks that nobody has seen lead to their filtered lists', () => {
  expect(problemsOfProject({ stat: servers(2), volumes: 3, unseen: 4 }).map(({ what, count, to }) => [what, count, to])).toEqual([
    ['servers', 2, { to: '/compute/instances', search: { status: 'in:ERROR,UNKNOWN' } }],
    [
      'volumes',
      3,
      {
        to: '/compute/volumes',
        search: { status: 'in:error,error_backing-up,error_deleting,error_extending,error_restoring' },
      },
    ],
    ['unseen', 4, { to: '/tasks', search: { state: 'in:failed' } }],
  ]);
});

it.each([
  [{ limit: 10, used: 9 }, [['cores', 'warning', 90]]],
  [{ limit: 1000, used: 899 }, []],
  [{ limit: 10, used: 10 }, [['cores', 'error', 100]]],
  [{ limit: 10, used: 12 }, [['cores', 'error', 120]]],
  [{ limit: -1, used: 900 }, []],
  [{ limit: 0, used: 0 }, []],
  [{ limit: 10 }, []],
])('a quota of %j warns from 90 % on, and alarms with nothing left', (cores, expected) => {
  const told = problemsOfProject({ quota: quota({ cores } as never), unseen: 0 });
  expect(told.map(({ name, tone, count }) => [name, tone, count])).toEqual(expected);
});
