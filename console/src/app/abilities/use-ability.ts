import { useStore } from '../store.ts';
import { abilityStore, type ConsoleAbility } from './abilities.ts';

/** What the user may do in the current scope: `useAbility().can('create', 'compute_servers')`. */
export const useAbility = (): ConsoleAbility => useStore(abilityStore, (abilities) => abilities.ability);

/** Commands and live reads that some engine can carry out: `useCapabilities().has('server.stop')`. What is missing is hidden (rule 10). */
export const useCapabilities = (): ReadonlySet<string> => useStore(abilityStore, (abilities) => abilities.capabilities);
