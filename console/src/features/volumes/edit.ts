import { volumeUpdateBody } from '@gantry/contract/nouns/volumes/bodies';
import type { Volume } from '@gantry/contract/nouns/volumes/entity';
import { api } from '../../app/api/calls.ts';
import { editDialog } from '../../app/resource/edit-dialog.tsx';

/** Renames a volume, and says what it is. */
export const EditDialog = editDialog<Volume, unknown>('volumes', 'volume', api.volumes.update, volumeUpdateBody);
