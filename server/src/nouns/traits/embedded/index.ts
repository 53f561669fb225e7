import type { TraitCreate, TraitUpdate } from '@gantry/contract/nouns/traits/calls';
import { traitKind } from '@gantry/contract/nouns/traits/entity';
import { isTraitDeletable } from '@gantry/contract/nouns/traits/rules';
import { traitIdOf } from '@gantry/contract/nouns/traits/trait-id';
import { GantryError } from '@gantry/contract/wire/errors';
import { blockerOf } from '../../../store/lists/blockers.ts';
import { EVERYTHING } from '../../../store/visibility/visibility.ts';
import { sharedWith } from '../../../engines/shared/shared-with.ts';
import { lifecycle, type NounParts } from '../../../engines/embedded/platform/lifecycle.ts';
import type { Platform } from '../../../engines/embedded/platform/platform.ts';
import { NOT_NAMED } from './documents.ts';
import { traitMembers } from './members.ts';

const NAME_TAKEN = 'trait_name_taken';
const taken = (): GantryError => new GantryError('name_taken', { fields: { name: [{ code: NAME_TAKEN }] } });

/** What administrators do with placements; all of it is done when accepted. */
export function traits(platform: Platform): NounParts {
  const { commands, asyncOperations } = lifecycle<'trait', TraitCreate, TraitUpdate>(platform, {
    kind: traitKind,
    of: 'platform',
    nameTaken: NAME_TAKEN,
    creators: {
      // Two names may make the same id: one says the other by it.
      create: async ({ writer, body: { name, description = null } }) => {
        const id = traitIdOf(name)!;
        if (await platform.document(writer, 'trait', id)) throw taken();
        return { id, name, description, ...NOT_NAMED };
      },
    },
    change: async (trait, { body: { name = trait.name, description = trait.description } }) => {
      if (name !== trait.name && (await isTaken(platform, name, trait.id))) throw taken();
      return { ...trait, name, description };
    },
    mayDelete: async ({ id }) => {
      const blockedBy = Object.values(traitKind.namedBy ?? {});
      return isTraitDeletable({ used: (await blockerOf(platform.store.read, { blockedBy }, { id })) !== undefined });
    },
    sharesOf: () => sharedWith('everyone'),
  });
  return { commands: { ...commands, ...traitMembers(platform) }, asyncOperations };
}

/** Whether another trait has this name. Changes run one after the other, so what is committed is all there is. */
async function isTaken(platform: Platform, name: string, except: string): Promise<boolean> {
  const { rows } = await platform.store.read.list({
    kind: traitKind,
    visibility: EVERYTHING,
    filters: { name: { operator: 'is', values: [name] } },
    sort: { key: 'name', descending: false },
    limit: 2,
  });
  return rows.some(({ id }) => id !== except);
}
