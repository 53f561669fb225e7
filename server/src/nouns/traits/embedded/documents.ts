import type { Trait } from '@gantry/contract/nouns/traits/entity';

/** What has a trait is found when it is read. */
export const NOT_NAMED: Pick<Trait, 'images' | 'flavors' | 'nodes' | 'servers'> = {
  images: null,
  flavors: null,
  nodes: null,
  servers: null,
};
