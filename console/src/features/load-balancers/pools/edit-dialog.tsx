import type { Pool } from '@gantry/contract/nouns/load-balancer-pools/entity';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useCapabilities } from '../../../app/abilities/use-ability.ts';
import { api } from '../../../app/api/calls.ts';
import { CommandDialog } from '../../../app/form/command-dialog.tsx';
import { useNounText } from '../../../app/resource/noun-text.ts';
import { kindOf, offersOf } from '../../../parts/load-balancing/pool-draft.ts';
import { BalanceFields } from '../../../parts/load-balancing/pool-fields.tsx';
import { forwardText } from '../../../parts/load-balancing/pool-words.ts';
import { TlsFields } from '../../../parts/load-balancing/tls-fields.tsx';
import type { ActionDialogProps } from '../../../ui/action/action.ts';
import { CheckboxField } from '../../../ui/form/checkbox-field.tsx';
import { DescriptionField } from '../../../ui/form/description-field.tsx';
import { TextField } from '../../../ui/form/fields.tsx';
import type { SchemaForm } from '../../../ui/form/use-schema-form.ts';
import { asksClients, editDraftOf, editSchema, type EditDraft } from './edit-draft.ts';

/** The dialog that changes a pool. What it forwards, and to which port, stays. */
export function EditDialog({ item, obstacle, onClose }: ActionDialogProps<Pool>) {
  const { t } = useTranslation('load-balancer-pools');
  const text = useNounText('load-balancer-pools');
  const [{ pool, schema, defaults }] = useState(() => ({ pool: item, schema: editSchema(item), defaults: editDraftOf(item) }));
  return (
    <CommandDialog
      noun="load-balancer-pools"
      kind="load_balancer_pool"
      item={pool}
      call={api.loadBalancerPools.update}
      schema={schema}
      defaults={defaults}
      label={text('edit.title', { name: pool.name })}
      intro={t('edit.forward', { forward: forwardText(pool) })}
      submitLabel={text('edit.submit')}
      obstacle={obstacle}
      onClose={onClose}
    >
      {(form) => <Fields form={form} pool={pool} />}
    </CommandDialog>
  );
}

function Fields<O>({ form, pool }: { form: SchemaForm<EditDraft, O>; pool: Pool }) {
  const { t } = useTranslation('load-balancer-pools');
  const text = useNounText('load-balancer-pools');
  const draft = useWatch({ control: form.fields.control }) as EditDraft;
  const replacesTls = useCapabilities().has('load_balancer_pool.update:tls') && offersOf(kindOf(pool)).tls;
  return (
    <>
      <TextField form={form} name="name" label={text('field.name')} required />
      {replacesTls && <CheckboxField form={form} name="replaces_tls" label={t('tls.replace')} helper={t('tls.replace-helper')} />}
      {draft.replaces_tls && <TlsFields form={form} />}
      <BalanceFields form={form} way={pool} hasClientCa={asksClients(pool, draft)} isThere />
      <DescriptionField form={form} label={text('field.description')} />
    </>
  );
}
