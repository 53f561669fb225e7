import type { Image } from '@gantry/contract/nouns/images/entity';
import { Card, CardBody, CardTitle } from '@patternfly/react-core/dist/esm/components/Card';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../app/abilities/use-may.ts';
import { api } from '../../app/api/calls.ts';
import { useCommand } from '../../app/api/hooks.ts';
import { useRefresh } from '../../app/api/use-refresh.ts';
import { useFailure } from '../../app/errors/failure.ts';
import { SubTable } from '../../app/resource/sub-list.tsx';
import { plainActions } from '../../ui/action/plain-actions.ts';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';

type Member = NonNullable<Image['members']>[number];

const nameOf = ({ project_name: name, project_id: id }: Member): string => name || id;

/** The projects that an image is offered to, and what each has said; whoever owns the image takes it away again here. */
export function Sharing({ image }: { image: Image }) {
  const { t } = useTranslation('images');
  const may = useMay();
  const describe = useFailure();
  const refresh = useRefresh('image');
  const unshare = useCommand(api.images.unshare);
  const [confirming, setConfirming] = useState<Member>();
  const answerOf = ({ status }: Member) => t(`sharing.${status}`);
  const close = () => {
    setConfirming(undefined);
    unshare.reset();
  };
  const run = (member: Member) =>
    unshare.mutate(
      { params: { imageId: image.id }, body: { project_id: member.project_id } },
      {
        onSuccess: () => {
          close();
          void refresh();
        },
      },
    );
  return (
    <Card isCompact>
      <CardTitle component="h2">{t('sharing.title')}</CardTitle>
      <CardBody>
        <SubTable
          name="sharing"
          empty={t('sharing.none')}
          label={t('sharing.title')}
          items={image.members ?? []}
          idOf={({ project_id: id }) => id}
          nameOf={nameOf}
          actions={plainActions(
            (member: Member) => [{ id: 'images.unshare', label: t('unshare.action'), danger: true, onSelect: () => setConfirming(member) }],
            may(api.images.unshare),
          )}
          columns={[
            { key: 'project', kind: 'name', sort: 'project', label: t('share.project'), value: nameOf },
            { key: 'answer', sort: 'answer', label: t('sharing.answer'), value: answerOf },
          ]}
        />
        {confirming && (
          <ConfirmDialog
            title={t('unshare.title', { project: nameOf(confirming) })}
            body={t('unshare.body')}
            confirm={t('unshare.action')}
            pending={unshare.isPending}
            failure={unshare.error ? describe(unshare.error) : undefined}
            onConfirm={() => run(confirming)}
            onClose={close}
          />
        )}
      </CardBody>
    </Card>
  );
}
