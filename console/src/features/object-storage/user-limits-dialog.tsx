import type { S3Account, S3Limits } from '@gantry/contract/nouns/object-storage/entity';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { api } from '../../app/api/calls.ts';
import { CommandDialog } from '../../app/form/command-dialog.tsx';
import { refreshUsers } from '../../parts/object-storage/queries.ts';
import { useNounText } from '../../app/resource/noun-text.ts';
import type { ActionDialogProps } from '../../ui/action/action.ts';
import { draftOf, LimitsFields, limitsSchema, type LimitsDraft } from './limits-form.tsx';
import { OF_SERVICE } from './users-list-spec.ts';

const schema: z.ZodType<{ limits: S3Limits }, LimitsDraft> = limitsSchema.transform((limits) => ({ limits }));

/** Sets what a user of object storage may keep, in whole GiB. */
export function UserLimitsDialog({ item, obstacle, onClose }: ActionDialogProps<S3Account>) {
  const { t } = useTranslation('object-storage');
  const text = useNounText('object-storage');
  const queryClient = useQueryClient();
  return (
    <CommandDialog
      noun="object-storage"
      kind="s3_user"
      item={item}
      call={api.objectStorage.updateUser}
      params={{ ...OF_SERVICE, s3UserId: item.id }}
      schema={schema}
      defaults={draftOf(item.limits)}
      label={t('users.limits-of', { name: item.name })}
      intro={t('users.limits-body')}
      submitLabel={text('edit.submit')}
      obstacle={obstacle}
      onClose={() => {
        void refreshUsers(queryClient);
        onClose();
      }}
    >
      {(form) => <LimitsFields form={form} />}
    </CommandDialog>
  );
}
