import type { Trait } from '@gantry/contract/nouns/traits/entity';
import { traitUpdateBody } from '@gantry/contract/nouns/traits/calls';
import { api } from '../../app/api/calls.ts';
import { editDialog } from '../../app/resource/edit-dialog.tsx';

/** Changes the name of a placement and its description. */
export const EditDialog = editDialog<Trait, unknown>('traits', 'trait', api.traits.update, traitUpdateBody);
