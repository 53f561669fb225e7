import { createMongoAbility, type MongoAbility } from '@casl/ability';
import type { Meta } from '@gantry/contract/nouns/session/entity';
import { createStore } from '../store.ts';

/** `change` is delete and update together (S0 §6). */
export type AbilityAction = 'read' | 'create' | 'update' | 'delete' | 'change';
export type ConsoleAbility = MongoAbility<[AbilityAction, string]>;

/** Before login only read on all is granted (S0 §6); secure routes wait for the real ones (decision A18). */
const abilityBeforeLogin = (): ConsoleAbility => createMongoAbility<ConsoleAbility>([{ action: 'read', subject: 'all' }]);

/** GET gives read, POST create, DELETE delete, PATCH or PUT update; delete plus update gives change (S0 §6). */
export function abilityOf(data: Meta['data']): ConsoleAbility {
  const rules = Object.entries(data).map(([subject, methods]) => {
    const action: AbilityAction[] = [];
    if (methods.includes('GET')) action.push('read');
    if (methods.includes('POST')) action.push('create');
    if (methods.includes('DELETE')) action.push('delete');
    if (methods.includes('PATCH') || methods.includes('PUT')) action.push('update');
    if (action.includes('delete') && action.includes('update')) action.push('change');
    return { action, subject };
  });
  return createMongoAbility<ConsoleAbility>(rules.filter(({ action }) => action.length > 0));
}

export interface Abilities {
  ability: ConsoleAbility;
  /** Commands and live reads that some engine offers (rule 10). */
  capabilities: ReadonlySet<string>;
  /** Place of the change log when the rights were told; undefined until then. */
  seq: number | undefined;
  /** false until the metadata of the scope has arrived. */
  isLoaded: boolean;
  /** Why it has not: without rights there is nothing to show (critical data, decision B31). */
  failure: unknown;
}

const none = (): Abilities => ({
  ability: abilityBeforeLogin(),
  capabilities: new Set(),
  seq: undefined,
  isLoaded: false,
  failure: undefined,
});

export const abilityStore = createStore<Abilities>(none());

/** On sign-out and while the scope changes (S0 §6). */
export const resetAbilities = (): void => abilityStore.set(none());

/** The metadata could not be had: the shell says so and offers to reload. */
export const failAbilities = (failure: unknown): void => abilityStore.set({ ...none(), failure });

/** What `GET /api/v2/meta` grants: a damaged answer is logged and grants nothing (choice.meta-format). */
export function abilitiesOf(meta: Meta): Abilities {
  const isSound = typeof meta.data === 'object' && meta.data !== null && Object.values(meta.data).every(Array.isArray);
  if (!isSound) console.error('The metadata of rights is damaged', meta);
  return {
    ability: abilityOf(isSound ? meta.data : {}),
    capabilities: new Set(Array.isArray(meta.capabilities) ? meta.capabilities : []),
    seq: Number.isSafeInteger(meta.seq) ? meta.seq : undefined,
    isLoaded: true,
    failure: undefined,
  };
}

/** Takes over `GET /api/v2/meta`. */
export const applyMeta = (meta: Meta): void => abilityStore.set(abilitiesOf(meta));
