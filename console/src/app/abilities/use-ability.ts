import { useStore } from '../store.ts';
import { abilityStore, type ConsoleAbility } from './abilities.ts';

/** What the user may do in the current scope: `useAbility().can('create', 'compute_servers')`. */
export const useAbility = (): ConsoleAbility => useStore(abilityStore, (abilities) => abilities.ability);

/** Whether some engine can carry out a command or live read: `useCapability('server.stop')`. What is missing is hidden (rule 10). */
export const useCapability = (name: string): boolean => useStore(abilityStore, (abilities) => abilities.capabilities.has(name));

/** All of them, for lists of actions. */
export const useCapabilities = (): ReadonlySet<string> => useStore(abilityStore, (abilities) => abilities.capabilities);
