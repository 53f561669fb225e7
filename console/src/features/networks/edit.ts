import { networkUpdateBody } from '@gantry/contract/nouns/networks/bodies';
import type { Network } from '@gantry/contract/nouns/networks/entity';
import { api } from '../../app/api/calls.ts';
import { editDialog } from '../../app/resource/edit-dialog.tsx';

/** Renames a network. */
export const EditDialog = editDialog<Network, unknown>('networks', 'network', api.networks.update, networkUpdateBody);
