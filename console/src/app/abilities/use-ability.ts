import { useContext } from 'react';
import { InsideContext } from '../session/inside.ts';
import { useStore } from '../store.ts';
import { abilityStore, type Abilities, type ConsoleAbility } from './abilities.ts';

/** A part of what may be done where this part of the screen works. */
function useAbilities<R>(select: (abilities: Abilities) => R): R {
  const inside = useContext(InsideContext);
  return useStore(abilityStore, (abilities) => select(inside?.abilities ?? abilities));
}

/** What the user may do in the current scope: `useAbility().can('create', 'compute_servers')`. */
export const useAbility = (): ConsoleAbility => useAbilities(({ ability }) => ability);

/** Commands and live reads that some engine can carry out: `useCapabilities().has('server.stop')`. What is missing is hidden (rule 10). */
export const useCapabilities = (): ReadonlySet<string> => useAbilities(({ capabilities }) => capabilities);
