import type { AccountProject } from '@gantry/contract/nouns/session/entity';
import { createContext } from 'react';
import type { Abilities } from '../abilities/abilities.ts';

/** A project that a part of the screen works in, while the rest of it is in the scope of the session. */
export interface Inside {
  project: AccountProject;
  /** What may be done there. */
  abilities: Abilities;
}

/** Everything below reads, commands and asks for its rights in that project; undefined: in the scope of the session. */
export const InsideContext = createContext<Inside | undefined>(undefined);
