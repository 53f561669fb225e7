import type { Server } from '@gantry/contract/nouns/servers/entity';
import { VOLUME_STATUSES } from '@gantry/contract/nouns/volumes/statuses';
import { Label } from '@patternfly/react-core/dist/esm/components/Label';
import { useTranslation } from 'react-i18next';
import { menuColumn } from '../../../ui/action/menu-column.tsx';
import { ResourceStatus } from '../../../app/resource/status.tsx';
import { OfferButton } from '../../../ui/action/offer-button.tsx';
import { Dash } from '../../../ui/show/dash.tsx';
import { SubTable } from '../../../app/resource/sub-list.tsx';
import { fromGib } from '../../../ui/show/format-size.ts';
import { Size } from '../../../ui/show/size.tsx';
import { useUiText } from '../../../ui/text.ts';
import { GoesSwitch } from './goes-switch.tsx';
import type { useVolumeActions } from './use-volume-actions.ts';
import type { AttachedVolume } from './use-volumes.ts';

function Status({ status }: { status: string | null }) {
  return status === null ? <Dash /> : <ResourceStatus noun="servers" of={VOLUME_STATUSES} status={status} />;
}

interface VolumeTableProps extends ReturnType<typeof useVolumeActions> {
  server: Server;
  volumes: readonly AttachedVolume[];
}

/** Volumes of a server, the one it boots from marked (S2 §3), with what can be done to them. */
export function VolumeTable({ server, volumes, ofServer, ofVolume }: VolumeTableProps) {
  const { t } = useTranslation('servers');
  const { t: ui } = useUiText();
  const offers = ofServer.offers(server);
  return (
    <>
      {offers.length > 0 && (
        <div className="gantry-tab-actions">
          {offers.map((offer) => (
            <OfferButton key={offer.id} offer={offer} />
          ))}
        </div>
      )}
      <SubTable
        name="volumes"
        empty={t('volumes.empty')}
        label={t('volumes.label')}
        items={volumes}
        keyOf={({ id }) => id}
        columns={[
          {
            key: 'name',
            label: t('field.name'),
            value: ({ name }) => name,
            render: ({ name, isBoot }) => (
              <>
                <bdi>{name}</bdi> {isBoot && <Label isCompact>{t('volumes.boot')}</Label>}
              </>
            ),
          },
          { key: 'status', label: t('field.status'), value: ({ status }) => status, render: ({ status }) => <Status status={status} /> },
          {
            key: 'size',
            label: t('volumes.size'),
            value: ({ size }) => size,
            render: ({ size }) => (size === null ? <Dash /> : <Size bytes={fromGib(size)} />),
          },
          {
            key: 'policy',
            label: t('field.policy'),
            value: ({ policy }) => policy,
            render: ({ policy }) => (policy === null ? <Dash /> : <bdi>{policy}</bdi>),
          },
          { label: t('volumes.with-server'), render: (volume) => <GoesSwitch serverId={server.id} volume={volume} /> },
          ...menuColumn(ui, ofVolume, (volume) => volume.name),
        ]}
      />
    </>
  );
}
