import type { Network } from '@gantry/contract/nouns/networks/entity';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../app/api/calls.ts';
import { CommandDialog } from '../../app/form/command-dialog.tsx';
import { useNounText } from '../../app/resource/noun-text.ts';
import type { ActionDialogProps } from '../../ui/action/action.ts';
import { PickField } from '../../ui/form/pick-field.tsx';
import { useControlled } from '../../ui/form/use-controlled.ts';
import type { SchemaForm } from '../../ui/form/use-schema-form.ts';
import { accessSchema, draftOf, type AccessDraft } from './access-draft.ts';
import { AccessRows, useProjectPick } from './access-rows.tsx';

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
      {(form) => <Policies form={form} owner={network.project_id} />}
    </CommandDialog>
  );
}

function Policies<O>({ form, owner }: { form: SchemaForm<AccessDraft, O>; owner: string | null }) {
  const { field, fieldState } = useControlled({ form, name: 'rbac_policies' });
  const { value: rows, onChange, onBlur } = field;
  const named = useProjectPick({ rows, onChange }, owner);
  return (
    <>
      {named && <PickField form={form} name="projects" {...named.pick} />}
      <AccessRows rows={rows} onChange={onChange} onBlur={onBlur} error={fieldState.error?.message} nameOf={named?.nameOf} />
    </>
  );
}
