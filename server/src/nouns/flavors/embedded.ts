import type { FlavorAccess, FlavorCreate } from '@gantry/contract/nouns/flavors/calls';
import { flavorKind } from '@gantry/contract/nouns/flavors/entity';
import { isAccessEditable } from '@gantry/contract/nouns/flavors/rules';
import type { Share } from '../../port/store/rows.ts';
import { sharedWith } from '../../engines/shared/shared-with.ts';
import { doneAtOnce } from '../../engines/embedded/platform/accept.ts';
import type { FlavorDocument } from '../../engines/embedded/platform/documents.ts';
import type { Platform } from '../../engines/embedded/platform/platform.ts';
import { documentFor, lifecycle, type NounParts } from '../../engines/embedded/platform/lifecycle.ts';
import { putOwned } from '../../engines/embedded/platform/rows.ts';

const sharesOf = ({ is_public: isPublic, project_ids: projects }: FlavorDocument): Share[] =>
  sharedWith(isPublic ? 'everyone' : (projects ?? []));

/** What administrators do with the sizes that servers come in; all of it is done when accepted. Servers hold their size themselves. */
export function flavors(platform: Platform): NounParts {
  const { commands, asyncOperations } = lifecycle<'flavor', FlavorCreate, never>(platform, {
    kind: flavorKind,
    of: 'platform',
    nameTaken: 'flavor_name_taken',
    creators: {
      create: ({ body: { project_ids: projects = [], swap = 0, ...size } }, { id }) => ({
        id,
        ...size,
        swap,
        project_ids: projects.toSorted(),
        extra_specs: {},
        traits: [],
      }),
    },
    sharesOf,
  });
  const setAccess = doneAtOnce<FlavorAccess>(platform, async (writer, { id, body }) => {
    const flavor = await documentFor({ platform, writer }, 'flavor', id, isAccessEditable);
    const changed = { ...flavor, project_ids: body.project_ids.toSorted() };
    await putOwned(platform, writer, 'flavor', changed, { shares: sharesOf(changed) });
    return flavor.id;
  });
  return { commands: { ...commands, 'flavor.setAccess': setAccess }, asyncOperations };
}
