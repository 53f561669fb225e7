/** How full the cloud and the quotas were, and whom that is told to. */
import { beforeAll, describe, expect, it } from 'vitest';
import { nouns } from '@gantry/contract';
import { HOUR_MS, keepHour } from '../../src/nouns/capacity/handler/hourly-figures.ts';
import type { Client } from '../support/client.ts';
import type { Specimen } from './support/specimen.ts';

const { calls } = nouns.quotas;

export const quotas: Specimen = {
  calls: { readProject: ['read', 'capacity'], readDomain: ['update'] },
  life: (app) =>
    describe('capacity', () => {
      let who: Client;
      let projectId: string;
      beforeAll(async () => {
        who = await app().as('acme-member', 'acme-prod');
        projectId = (await who.call(nouns.session.calls.whoami)).project_id!;
      });

      it('a project is told when its quota is full, and nobody who does not see it is', async () => {
        const quota = await who.call(calls.read, { params: { projectId }, query: { usage: true } });
        const limit = quota.cores.limit;
        const hour = Math.floor(Date.now() / HOUR_MS) * HOUR_MS;
        // A day and an hour, with half of the limit at the end, and an eighth of it more in a day.
        await app().store.transaction(async (writer) => {
          for (let ago = 24; ago >= 0; ago -= 1)
            await keepHour(writer, `project:${projectId}`, hour - ago * HOUR_MS, { cores: limit * (0.5 - ago / 24 / 8) });
        });
        const { data } = await who.call(calls.capacity, { params: { projectId } });
        expect(data.map(({ of }) => of)).toEqual(['instances', 'cores', 'ram', 'volumes', 'gigabytes']);
        const cores = data.find(({ of }) => of === 'cores')!;
        expect(cores).toMatchObject({ limit, outlook: 'fills', since: new Date(hour - 24 * HOUR_MS).toISOString() });
        expect(cores.used).toHaveLength(25);
        expect(cores.trend?.per_day).toBeCloseTo(limit / 8);
        // Four more days at this rate.
        expect(Math.round((Date.parse(cores.full_at!) - hour) / HOUR_MS)).toBe(4 * 24);
        const stranger = await app().as('globex-member', 'globex-prod');
        expect((await stranger.refused(calls.capacity, { params: { projectId } })).code).toBe('not_found');
      });
    }),
};
