import { describe, expect, it } from 'vitest';
import { nouns } from '@gantry/contract';
import type { Specimen } from './support/specimen.ts';

const { calls } = nouns.platform;

export const platform: Specimen = {
  fuzz: { seldom: ['openapi'] },
  calls: { everyone: ['locales', 'config', 'features'], signedIn: ['about', 'openapi'], readSystem: ['engines'] },
  life: (app) =>
    describe('the engines', () => {
      it('engines are told to administrators; an engine that keeps its resources itself asks no services', async () => {
        const { data } = await (await app().as('admin', 'own')).call(calls.engines);
        expect(data).toEqual([
          {
            id: 'embedded',
            type: 'embedded',
            mirrors: false,
            reachable: true,
            as_of: null,
            down_since: null,
            services: [],
            doubts: [],
          },
        ]);
      });
    }),
};
