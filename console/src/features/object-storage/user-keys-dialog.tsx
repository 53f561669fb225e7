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
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';
import { NoteDialog } from '../../ui/dialog/note-dialog.tsx';
import { CopyText } from '../../ui/show/copy-text.tsx';
import { DataTable } from '../../ui/show/data-table.tsx';
import { ErrorState } from '../../ui/show/error-state.tsx';
import { Instant } from '../../ui/show/instant.tsx';
import { useUiText } from '../../ui/text.ts';
import { CreateKeyDialog } from './create-key-dialog.tsx';
import { KeyExpiry, KeyRights, KeyStatus } from './key-rights.tsx';
import { SecretDialog } from './secret-dialog.tsx';
import { useS3Failure } from './use-s3-failure.ts';

/** Keys of a user of object storage, for administrators (screens B2). */
export function UserKeysDialog({ item, onClose }: ActionDialogProps<S3Account>) {
  const { t } = useTranslation('object-storage');
  const { t: ui } = useUiText();
  const { t: shell } = useTranslation('shell');
  const describe = useS3Failure();
  const queryClient = useQueryClient();
  const params = { service: 's3service', s3UserId: item.id } as const;
  const { data, error, refetch } = useQuery({ ...readOptions(useScopeKey(), api.objectStorage.userKeys, { params }), staleTime: 0 });
  const { data: overview } = useQuery(readOptions(useScopeKey(), api.objectStorage.overview));
  const isLimitable = overview?.key_rights === true;
  const create = useCommand(api.objectStorage.createUserKey);
  const remove = useCommand(api.objectStorage.deleteUserKey);
  const [newKey, setNewKey] = useState<S3NewKey>();
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
      <DataTable
        label={t('access.title')}
        items={keys}
        keyOf={({ acc_key: id }) => id}
        columns={[
          { label: t('key.access'), render: ({ acc_key: id }) => <CopyText text={id} label={t('key.access')} /> },
          { label: t('key.status'), render: (key) => <KeyStatus of={key} /> },
          ...(isLimitable
            ? [
                { label: t('key.rights'), render: (key: S3Key) => <KeyRights of={key} /> },
                { label: t('key.expires'), render: (key: S3Key) => <KeyExpiry of={key} /> },
              ]
            : []),
          { label: t('key.created'), render: ({ created_at: at }) => <Instant at={at} /> },
          {
            label: ui('table.actions'),
            menu: true,
            render: (key) => (
              <Button
                variant="link"
                isInline
                isDanger
                isAriaDisabled={deletable !== true}
                aria-label={t('key.delete-one', { name: key.acc_key })}
                onClick={() => deletable === true && setDeleting(key)}
              >
                {ui('actions.delete')}
              </Button>
            ),
          },
        ]}
      />
      {deletable !== true && keys.length > 0 && <p className="gantry-subtle">{reasonText(shell, deletable)}</p>}
      <div className="gantry-objects-bar">
        <Button
          variant="secondary"
          isAriaDisabled={!data || creatable !== true}
          onClick={() => data && creatable === true && setCreating(true)}
        >
          {t('access.create')}
        </Button>
        {creatable !== true && <span className="gantry-subtle">{reasonText(shell, creatable)}</span>}
      </div>
    </NoteDialog>
  );
}
