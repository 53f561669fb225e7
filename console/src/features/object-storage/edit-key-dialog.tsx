import type { S3Key } from '@gantry/contract/nouns/object-storage/entity';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../app/api/calls.ts';
import { CommandDialog } from '../../app/form/command-dialog.tsx';
import { useNounText } from '../../app/resource/noun-text.ts';
import { refreshUsers } from '../../parts/object-storage/queries.ts';
import type { ActionDialogProps } from '../../ui/action/action.ts';
import { keyChangeSchema, keyDraftOf, KeyExpiryFields, KeyReachFields } from './key-rights-form.tsx';

/** Changes what a pair of keys may do, and when it expires. */
export function EditKeyDialog({ item, obstacle, onClose }: ActionDialogProps<S3Key & { id: string }>) {
  const { t } = useTranslation('object-storage');
  const text = useNounText('object-storage');
  const queryClient = useQueryClient();
  return (
    <CommandDialog
      noun="object-storage"
      kind="s3_key"
      item={item}
      call={api.objectStorage.updateKey}
      params={{ accessKey: item.id }}
      schema={keyChangeSchema}
      defaults={keyDraftOf(item)}
      label={t('key.edit-title', { name: item.id })}
      intro={t('key.edit-body')}
      submitLabel={text('edit.submit')}
      obstacle={obstacle}
      onClose={() => {
        void refreshUsers(queryClient);
        onClose();
      }}
    >
      {(form) => (
        <>
          <KeyReachFields form={form} />
          <KeyExpiryFields form={form} of={item} />
        </>
      )}
    </CommandDialog>
  );
}
