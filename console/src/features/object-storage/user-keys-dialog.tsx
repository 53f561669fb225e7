import {
  isS3KeyCreatable,
  isS3KeyDeletable,
  type S3Account,
  type S3Key,
  type S3NewKey,
} from '@gantry/contract/nouns/object-storage/entity';
import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../app/api/calls.ts';
import { useCommand } from '../../app/api/hooks.ts';
import { readOptions } from '../../app/api/queries.ts';
import { reasonText } from '../../app/errors/failure.ts';
import { refreshUsers } from '../../parts/object-storage/queries.ts';
import { useScopeKey } from '../../app/session/use-session.ts';
import type { ActionDialogProps } from '../../ui/action/action.ts';
import { plainActions } from '../../ui/action/plain-actions.ts';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';
import { NoteDialog } from '../../ui/dialog/note-dialog.tsx';
import { ShortList } from '../../ui/list/short-list.tsx';
import { ErrorState } from '../../ui/show/error-state.tsx';
import { useUiText } from '../../ui/text.ts';
import { CreateKeyDialog } from './create-key-dialog.tsx';
import { useKeyColumns } from './key-rights.tsx';
import { SecretDialog } from './secret-dialog.tsx';
import { useS3Failure } from './use-s3-failure.ts';
import { OF_SERVICE } from './users-list-spec.ts';

/** Keys of a user of object storage, for administrators (screens B2). */
export function UserKeysDialog({ item, onClose }: ActionDialogProps<S3Account>) {
  const { t } = useTranslation('object-storage');
  const { t: ui } = useUiText();
  const { t: shell } = useTranslation('shell');
  const describe = useS3Failure();
  const queryClient = useQueryClient();
  const params = { ...OF_SERVICE, s3UserId: item.id } as const;
  const { data, error, refetch } = useQuery({ ...readOptions(useScopeKey(), api.objectStorage.userKeys, { params }), staleTime: 0 });
  const { data: overview } = useQuery(readOptions(useScopeKey(), api.objectStorage.overview));
  const columns = useKeyColumns(overview?.key_rights === true);
  const isLimitable = overview?.key_rights === true;
  const create = useCommand(api.objectStorage.createUserKey);
  const remove = useCommand(api.objectStorage.deleteUserKey);
  const [newKey, setNewKey] = useState<S3NewKey>();
  const [made, setMade] = useState<readonly string[]>([]);
  const [isCreating, setCreating] = useState(false);
  const [deleting, setDeleting] = useState<S3Key>();
  const keys = data?.data ?? [];
  const creatable = isS3KeyCreatable({ keys });
  const deletable = isS3KeyDeletable({ keys });
  const refresh = () => {
    void refetch();
    void refreshUsers(queryClient);
  };
  const onMade = (key: S3NewKey) => {
    setCreating(false);
    setNewKey(key);
    setMade([key.acc_key]);
    refresh();
  };
  const question = newKey ? (
    <SecretDialog newKey={newKey} onClose={() => setNewKey(undefined)} />
  ) : isCreating ? (
    <CreateKeyDialog
      isLimitable={isLimitable}
      make={(body) => create.mutateAsync({ params, body })}
      onMade={onMade}
      onClose={() => setCreating(false)}
    />
  ) : (
    deleting && (
      <ConfirmDialog
        title={t('key.delete-title', { name: deleting.acc_key })}
        body={t('key.stops')}
        confirm={ui('actions.delete')}
        danger
        pending={remove.isPending}
        failure={remove.error ? describe(remove.error) : undefined}
        onConfirm={() =>
          remove.mutate(
            { params: { ...params, keyId: deleting.acc_key } },
            {
              onSuccess: () => {
                setDeleting(undefined);
                refresh();
              },
            },
          )
        }
        onClose={() => setDeleting(undefined)}
      />
    )
  );
  return (
    <NoteDialog title={t('users.keys-of', { name: item.name })} wide onClose={onClose} question={question}>
      {error && <ErrorState failure={describe(error)} retry={() => void refetch()} />}
      <ShortList
        label={t('access.title')}
        tools={
          <>
            {creatable !== true && <span className="gantry-subtle">{reasonText(shell, creatable)}</span>}
            <Button
              variant="secondary"
              isAriaDisabled={!data || creatable !== true}
              onClick={() => data && creatable === true && setCreating(true)}
            >
              {t('access.create')}
            </Button>
          </>
        }
        items={data?.data}
        idOf={({ acc_key: id }) => id}
        nameOf={({ acc_key: id }) => id}
        marked={made}
        columns={columns}
        actions={plainActions((key: S3Key) => [
          {
            id: 'delete',
            label: ui('actions.delete'),
            danger: true,
            reason: deletable === true ? undefined : reasonText(shell, deletable),
            onSelect: () => setDeleting(key),
          },
        ])}
      />
    </NoteDialog>
  );
}
