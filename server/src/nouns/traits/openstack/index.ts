import type { RowInput } from '../../../port/store/rows.ts';
import { sharedWith } from '../../../engines/shared/shared-with.ts';
import { confirmTrait, listTraits } from './client.ts';
import type { CloudNoun } from '../../../engines/openstack/noun.ts';

const KIND = 'trait';

const rowOf = (engine: string, name: string): RowInput => ({
  engine,
  kind: KIND,
  id: name,
  domainId: null,
  projectId: null,
  userId: null,
  document: { id: name, name, description: null, images: null, flavors: null, nodes: null, servers: null },
  shares: sharedWith('everyone'),
});

/** Custom traits, for everyone: nobody announces them. */
export const traits: CloudNoun = {
  strategy: ({ flavors: every }) => ({
    kind: KIND,
    service: 'placement',
    every,
    async *pages({ api, engine }) {
      yield { rows: (await listTraits(api)).map((name) => rowOf(engine, name)), wrong: [] };
    },
    confirm: ({ api }, name) => confirmTrait(api, name),
  }),
};
