import { fenceBody } from '@gantry/contract/nouns/nodes/bodies';
import type { ComputeNode } from '@gantry/contract/nouns/nodes/entity';
import { useTranslation } from 'react-i18next';
import { api } from '../../app/api/calls.ts';
import { CommandDialog } from '../../app/form/command-dialog.tsx';
import type { ActionDialogProps } from '../../ui/action/action.ts';
import { TextField } from '../../ui/form/fields.tsx';

/** Takes a node out at once, and asks why. */
export function FenceDialog({ item, obstacle, onClose }: ActionDialogProps<ComputeNode>) {
  const { t } = useTranslation('nodes');
  return (
    <CommandDialog
      noun="nodes"
      kind="node"
      item={item}
      call={api.nodes.fence}
      schema={fenceBody}
      defaults={{ reason: '' }}
      label={t('fence.title', { name: item.name })}
      intro={t('fence.body')}
      submitLabel={t('fence.action')}
      obstacle={obstacle}
      onClose={onClose}
    >
      {(form) => <TextField form={form} name="reason" label={t('field.reason')} required />}
    </CommandDialog>
  );
}
