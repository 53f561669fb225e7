import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { isS3KeyCreatable, isS3KeyDeletable, type S3Config, type S3Key, type S3NewKey } from '@gantry/contract/nouns/object-storage/entity';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../app/abilities/use-may.ts';
import { api } from '../../app/api/calls.ts';
import { useCommand } from '../../app/api/hooks.ts';
import { readOptions } from '../../app/api/queries.ts';
import { reasonText } from '../../app/errors/failure.ts';
import { ListHead } from '../../app/resource/list-head.tsx';
import { SubTable } from '../../app/resource/sub-list.tsx';
import { useResourceActions } from '../../app/resource/use-resource-actions.ts';
import { marksOf } from '../../app/router/made-marks.ts';
import { useOpenPage } from '../../app/router/use-page.ts';
import { useS3 } from '../../app/object-storage/use-s3.ts';
import { useScopeKey } from '../../app/session/use-session.ts';
import { FullPageSpinner } from '../../app/shell/full-page-spinner.tsx';
import { CopyText } from '../../ui/show/copy-text.tsx';
import { Details } from '../../ui/show/details.tsx';
import { ErrorState } from '../../ui/show/error-state.tsx';
import { useUiText } from '../../ui/text.ts';
import { ClientConfig } from './client-config.tsx';
import { CreateKeyDialog } from './create-key-dialog.tsx';
import { endpointOf } from '../../parts/object-storage/endpoint.ts';
import { Gate } from './gate.tsx';
import { useKeyColumns } from './key-rights.tsx';
import { ACCESS } from './paths.ts';
import { SecretDialog } from './secret-dialog.tsx';
import { SectionTabs } from './section-tabs.tsx';
import { useS3Failure } from './use-s3-failure.ts';
import './object-storage.css';

/** The user's keys, and what a client has to be told to use them (screens A3). */
export function Page() {
  return (
    <>
      <AccessHead />
      <SectionTabs active="access">
        <Gate>{(config) => <Access config={config} />}</Gate>
      </SectionTabs>
    </>
  );
}

/** How many keys there are, and the button that makes one more. */
function AccessHead() {
  const { t } = useTranslation('object-storage');
  const navigate = useNavigate();
  const may = useMay();
  const { config } = useS3();
  const enabled = config?.enabled === true;
  const { data } = useQuery({ ...readOptions(useScopeKey(), api.objectStorage.user), enabled });
  const isOffered = enabled && data !== undefined && config.max_keys > 0 && may(api.objectStorage.createKey);
  return (
    <ListHead
      title={t('access.title')}
      count={enabled ? data?.keys.length : undefined}
      button={
        isOffered && (
          <Button onClick={() => void navigate({ to: `${ACCESS}/create-key` })} isAriaDisabled={isS3KeyCreatable(data) !== true}>
            {t('access.create')}
          </Button>
        )
      }
    />
  );
}

type Row = S3Key & { id: string; name: string };

function Access({ config }: { config: S3Config }) {
  const { t } = useTranslation('object-storage');
  const { t: shell } = useTranslation('shell');
  const navigate = useNavigate();
  const may = useMay();
  const describe = useS3Failure();
  const isCreating = useOpenPage()?.page.path.endsWith('/create-key') === true;
  const { data, error, refetch } = useQuery(readOptions(useScopeKey(), api.objectStorage.user));
  const create = useCommand(api.objectStorage.createKey);
  const [newKey, setNewKey] = useState<S3NewKey>();
  const rows = (data?.keys ?? []).map((key): Row => ({ ...key, id: key.acc_key, name: key.acc_key }));
  const columns = useKeyColumns(config.key_rights);
  const actions = useKeyActions(rows, config.key_rights, () => void refetch());
  if (!data) return error ? <ErrorState failure={describe(error)} retry={() => void refetch()} /> : <FullPageSpinner />;
  const creatable = isS3KeyCreatable(data);
  const obstacle = creatable === true ? undefined : reasonText(shell, creatable);
  return (
    <>
      {config.max_keys === 0 && <p className="gantry-objects-advice">{t('access.fixed')}</p>}
      {may(api.objectStorage.createKey) && config.max_keys > 0 && obstacle !== undefined && (
        <p className="gantry-subtle gantry-objects-advice">{obstacle}</p>
      )}
      {config.max_keys > 0 && (
        <SubTable<Row>
          name="keys"
          label={t('access.title')}
          items={rows}
          idOf={({ id }) => id}
          nameOf={({ name }) => name}
          actions={actions}
          columns={columns}
        />
      )}
      {config.max_keys > 0 && <p className="gantry-subtle gantry-objects-advice">{t('access.advice')}</p>}
      {actions.dialog}
      <Details
        properties={[
          { label: t('access.endpoint'), value: <CopyText text={endpointOf(config)} label={t('access.endpoint')} /> },
          { label: t('access.region'), value: <bdi>{config.region}</bdi> },
          { label: t('access.style'), value: t('access.path-style') },
          { label: t('access.arn'), value: <CopyText text={data.arn} label={t('access.arn')} /> },
        ]}
      />
      {config.max_keys > 0 && (
        <ClientConfig endpoint={endpointOf(config)} region={config.region} keyId={data.keys[0]?.acc_key ?? 'ACCESS_KEY'} />
      )}
      {isCreating && !newKey && config.max_keys > 0 && (
        <CreateKeyDialog
          isLimitable={config.key_rights}
          obstacle={obstacle}
          make={(body) => create.mutateAsync({ body })}
          onMade={(key) => {
            setNewKey(key);
            void refetch();
          }}
          onClose={() => void navigate({ to: ACCESS })}
        />
      )}
      {newKey && (
        <SecretDialog
          newKey={newKey}
          onClose={() => {
            setNewKey(undefined);
            void navigate({ to: ACCESS, state: { marked: marksOf([newKey.acc_key])! } });
          }}
        />
      )}
    </>
  );
}

function useKeyActions(items: readonly Row[], isLimitable: boolean, refresh: () => void) {
  const { t } = useTranslation('object-storage');
  const { t: ui } = useUiText();
  const may = useMay();
  const describe = useS3Failure();
  const update = useCommand(api.objectStorage.updateKey);
  const remove = useCommand(api.objectStorage.deleteKey);
  const switched =
    (enabled: boolean) =>
    async ({ id }: Row) => {
      await update.mutateAsync({ params: { accessKey: id }, body: { enabled } });
      refresh();
    };
  return useResourceActions<Row>({
    kind: 's3_key',
    describe,
    items,
    actions: [
      {
        id: 'objectStorage.editKey',
        label: t('key.edit'),
        offered: isLimitable && may(api.objectStorage.updateKey),
        rule: () => true,
        dialog: () => import('./edit-key-dialog.tsx').then(({ EditKeyDialog }) => EditKeyDialog),
      },
      {
        id: 'objectStorage.enableKey',
        label: t('key.enable'),
        offered: may(api.objectStorage.updateKey),
        fits: ({ enabled }) => !enabled,
        rule: () => true,
        run: switched(true),
      },
      {
        id: 'objectStorage.disableKey',
        label: t('key.disable'),
        offered: may(api.objectStorage.updateKey),
        fits: ({ enabled }) => enabled,
        rule: () => true,
        confirm: ({ name }) => ({ title: t('key.disable-title', { name }), body: t('key.stops'), confirm: t('key.disable') }),
        run: switched(false),
      },
      {
        id: 'objectStorage.deleteKey',
        label: ui('actions.delete'),
        offered: may(api.objectStorage.deleteKey),
        rule: () => isS3KeyDeletable({ keys: items }),
        danger: true,
        last: true,
        confirm: ({ name }) => ({ title: t('key.delete-title', { name }), body: t('key.stops'), confirm: ui('actions.delete') }),
        run: async ({ id }) => {
          await remove.mutateAsync({ params: { accessKey: id } });
          refresh();
        },
      },
    ],
  });
}
