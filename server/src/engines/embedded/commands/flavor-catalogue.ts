import type { FlavorAccess, FlavorCreate } from '@gantry/contract/nouns/flavors/calls';
import { flavorKind } from '@gantry/contract/nouns/flavors/entity';
import { isAccessEditable } from '@gantry/contract/nouns/flavors/rules';
import { GantryError } from '@gantry/contract/wire/errors';
import type { Share } from '../../../store/port.ts';
import type { Engine } from '../../engine.ts';
import { sharedWith } from '../../shared-with.ts';
import type { FlavorDocument } from '../documents.ts';
import type { Platform } from '../platform.ts';
import { doneAtOnce } from './accept.ts';
import { NOBODY, plainCommands } from './plain.ts';

const sharesOf = ({ is_public: isPublic, project_ids: projects }: FlavorDocument): Share[] =>
  sharedWith(isPublic ? 'everyone' : (projects ?? []));

/** What administrators do with the sizes that servers come in; all of it is done when accepted. Servers hold their size themselves. */
export const flavorCommands = (platform: Platform): Engine['commands'] => ({
  ...plainCommands(platform, {
    kind: flavorKind,
    of: 'platform',
    nameTaken: 'flavor_name_taken',
    make: ({ project_ids: projects = [], swap = 0, ...size }: FlavorCreate, { id }) => ({
      id,
      ...size,
      swap,
      project_ids: projects.toSorted(),
      extra_specs: {},
    }),
    sharesOf,
  }),
  'flavor.setAccess': doneAtOnce<FlavorAccess>(platform, async (writer, { id, body }) => {
    const flavor = id === null ? undefined : await platform.document(writer, 'flavor', id);
    if (!flavor) throw new GantryError('not_found');
    const verdict = isAccessEditable(flavor);
    if (verdict !== true) throw new GantryError('state_conflict', { reason: verdict });
    const changed = { ...flavor, project_ids: body.project_ids.toSorted() };
    await writer.put({ ...platform.key('flavor', flavor.id), ...NOBODY, document: changed, shares: sharesOf(changed) });
    return flavor.id;
  }),
});
