import type { Flavor } from '@gantry/contract/nouns/flavors/entity';
import { section } from '../../../src/features/flavors/section.ts';
import { view } from '../../../src/features/flavors/view.tsx';
import { describeSection } from '../../support/section.tsx';

const { Details, List } = view;

const flavor: Flavor = {
  id: 'flavor-1',
  name: 'small',
  vcpus: 3,
  ram: 2048,
  disk: 20,
  swap: 512,
  is_public: false,
  project_ids: ['a', 'b'],
  extra_specs: {},
  traits: [],
  revision: 1,
};

describeSection(section, { List, Details }, flavor, ['3', '2 GiB', '20 GiB', '0.5 GiB', '2 projects']);
