import type { S3SharedKind } from '@gantry/contract/nouns/object-storage/entity';
import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useScopeKey, useSession } from '../../app/session/use-session.ts';
import { FullPageSpinner } from '../../app/shell/full-page-spinner.tsx';
import { policyOptions } from '../../parts/object-storage/queries.ts';
import { s3 } from '../../parts/object-storage/s3.ts';
import { grantsIn, namedBy, policyOf, type Grant } from '../../parts/object-storage/sharing.ts';
import { plainActions } from '../../ui/action/plain-actions.ts';
import { NoteDialog } from '../../ui/dialog/note-dialog.tsx';
import { ShortList } from '../../ui/list/short-list.tsx';
import { ErrorState } from '../../ui/show/error-state.tsx';
import { ShareBucketDialog } from './share-bucket-dialog.tsx';
import { useS3Failure } from './use-s3-failure.ts';
import './object-storage.css';

interface SharingDialogProps {
  bucket: string;
  /** With whom the storage can share it. */
  kinds: readonly S3SharedKind[];
  onClose(): void;
}

/** With whom a bucket is shared, to be changed by its owner. A policy that was not made here is shown as it is. */
export function SharingDialog({ bucket, kinds, onClose }: SharingDialogProps) {
  const { t } = useTranslation('object-storage');
  const describe = useS3Failure();
  const queryClient = useQueryClient();
  const options = policyOptions(useScopeKey(), bucket);
  const { data: policy, error, refetch } = useQuery(options);
  const projects = useSession((session) => session.projects);
  const [shared, setShared] = useState<readonly string[]>([]);
  const [isAdding, setAdding] = useState(false);
  const change = useMutation({
    mutationFn: async (grants: readonly Grant[]) => (await s3()).setPolicy(bucket, grants.length === 0 ? null : policyOf(bucket, grants)),
    onSettled: () => queryClient.invalidateQueries({ queryKey: options.queryKey }),
  });
  const grants = typeof policy === 'string' ? grantsIn(bucket, policy) : [];
  const without = ({ principal }: Grant) => (grants ?? []).filter((one) => one.principal !== principal);
  const nameOf = ({ principal }: Grant) => {
    const { id } = namedBy(principal);
    return projects.find((project) => project.id === id)?.name ?? id;
  };
  const question = isAdding && (
    <ShareBucketDialog
      bucket={bucket}
      kinds={kinds}
      share={(grant) => change.mutateAsync([...without(grant), grant])}
      onDone={(principal) => {
        setAdding(false);
        setShared([principal]);
      }}
      onClose={() => {
        change.reset();
        setAdding(false);
      }}
    />
  );
  return (
    <NoteDialog title={t('sharing.title', { name: bucket })} wide onClose={onClose} question={question}>
      <p>{t(kinds.includes('project') ? 'sharing.intro' : 'sharing.intro-users')}</p>
      {error && <ErrorState failure={describe(error)} retry={() => void refetch()} />}
      {change.error && !isAdding && <ErrorState failure={describe(change.error)} />}
      {policy === undefined && !error && <FullPageSpinner />}
      {grants === undefined && (
        <>
          <p>{t('sharing.other')}</p>
          <pre className="gantry-objects-config" dir="ltr">
            {policy}
          </pre>
          <div>
            <Button variant="secondary" isDanger isLoading={change.isPending} onClick={() => change.mutate([])}>
              {t('sharing.end')}
            </Button>
          </div>
        </>
      )}
      {policy !== undefined && grants !== undefined && (
        <>
          <ShortList
            label={t('sharing.title', { name: bucket })}
            items={grants}
            empty={t('sharing.none')}
            idOf={({ principal }) => principal}
            nameOf={nameOf}
            marked={shared}
            actions={plainActions((grant: Grant) => [
              {
                id: 'remove',
                label: t('sharing.remove'),
                danger: true,
                busy: change.isPending,
                onSelect: () => !change.isPending && change.mutate(without(grant)),
              },
            ])}
            columns={[
              { key: 'with', kind: 'name', sort: 'with', label: t('sharing.with'), value: nameOf },
              { key: 'kind', label: t('sharing.kind'), value: ({ principal }) => t(`sharing.${namedBy(principal).kind}`) },
              { key: 'rights', label: t('key.rights'), value: ({ access }) => t(`key.${access}`) },
            ]}
          />
          <div className="gantry-objects-bar">
            <Button variant="secondary" onClick={() => setAdding(true)}>
              {t('sharing.add')}
            </Button>
          </div>
        </>
      )}
    </NoteDialog>
  );
}
