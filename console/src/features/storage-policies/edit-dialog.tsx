import { storagePolicyUpdateBody } from '@gantry/contract/nouns/storage-policies/calls';
import type { StoragePolicy } from '@gantry/contract/nouns/storage-policies/entity';
import { useCapabilities } from '../../app/abilities/use-ability.ts';
import { api } from '../../app/api/calls.ts';
import { CommandDialog } from '../../app/form/command-dialog.tsx';
import { useNounText } from '../../app/resource/noun-text.ts';
import type { ActionDialogProps } from '../../ui/action/action.ts';
import { DescriptionField } from '../../ui/form/description-field.tsx';
import { TextField } from '../../ui/form/fields.tsx';
import { KeepingFields } from './keeping-fields.tsx';
import { LimitsField } from './limits-field.tsx';

/** Changes a storage policy: its name where the cloud lets it have another, what is said of it, how it keeps data, and limits. */
export function EditDialog({ item, obstacle, onClose }: ActionDialogProps<StoragePolicy>) {
  const text = useNounText('storage-policies');
  const capabilities = useCapabilities();
  const [renames, keeps] = ['name', 'redundancy'].map((member) => capabilities.has(`storage_policy.update:${member}`));
  const { name, description, tier, redundancy, failure_domain: apart, limits } = item;
  const kept = { ...(tier !== null && { tier }), ...(redundancy && { redundancy }), ...(apart && { failure_domain: apart }) };
  return (
    <CommandDialog
      noun="storage-policies"
      kind="storage_policy"
      item={item}
      call={api.storagePolicies.update}
      schema={storagePolicyUpdateBody}
      defaults={{ ...(renames && { name }), description: description ?? '', limits, ...(keeps && kept) }}
      label={text('edit.title', { name })}
      submitLabel={text('edit.submit')}
      obstacle={obstacle}
      onClose={onClose}
    >
      {(form) => (
        <>
          {renames && <TextField form={form} name="name" label={text('field.name')} required />}
          <DescriptionField form={form} label={text('field.description')} />
          {keeps && <KeepingFields form={form} />}
          <LimitsField form={form} />
        </>
      )}
    </CommandDialog>
  );
}
