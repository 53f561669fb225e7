import type { Network } from '@gantry/contract/nouns/networks/entity';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../app/api/calls.ts';
import { CommandDialog } from '../../app/form/command-dialog.tsx';
import { useNounText } from '../../app/resource/noun-text.ts';
import type { ActionDialogProps } from '../../ui/action/action.ts';
import { accessSchema, draftOf } from './access-draft.ts';
import { AccessFields } from './access-fields.tsx';

/** Changes who else may use a network. */
export function AccessDialog({ item: network, obstacle, onClose }: ActionDialogProps<Network>) {
  const { t } = useTranslation('networks');
  const text = useNounText('networks');
  const [before] = useState(() => draftOf(network));
  return (
    <CommandDialog
      noun="networks"
      kind="network"
      item={network}
      call={api.networks.update}
      schema={accessSchema}
      defaults={before}
      label={t('access.title', { name: network.name || network.id })}
      intro={t('access.intro')}
      submitLabel={text('edit.submit')}
      obstacle={obstacle}
      onClose={onClose}
    >
      {(form) => <AccessFields form={form} owner={network.project_id} />}
    </CommandDialog>
  );
}
