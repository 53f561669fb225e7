import { nouns } from '@gantry/contract';
import { taskElsewhere } from '../support/task-elsewhere.ts';
import type { Specimen } from './support/specimen.ts';

export const tasks: Specimen = {
  // A task that has not begun everything.
  fuzz: { byChance: ['cancel'] },
  calls: { readProject: ['list', 'read'], changeProject: ['cancel'] },
  asked: {
    cancel: {
      ready: async ({ app, lead }) => {
        const [own] = (await lead.call(nouns.tasks.calls.list, { query: { limit: 1 } })).data;
        return { id: await taskElsewhere(app, lead, own!.id) };
      },
    },
  },
};
