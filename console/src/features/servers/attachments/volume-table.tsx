import type { Server } from '@gantry/contract/nouns/servers/entity';
import { VOLUME_STATUSES } from '@gantry/contract/nouns/volumes/statuses';
import { Label } from '@patternfly/react-core/dist/esm/components/Label';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../../app/abilities/use-may.ts';
import { api } from '../../../app/api/calls.ts';
import { ItemLink } from '../../../app/resource/item-link.tsx';
import { ResourceStatus } from '../../../app/resource/status.tsx';
import { OfferButton } from '../../../ui/action/offer-button.tsx';
import { SubTable } from '../../../app/resource/sub-list.tsx';
import { fromGib } from '../../../ui/show/format-size.ts';
import { Size } from '../../../ui/show/size.tsx';
import { GoesSwitch } from './goes-switch.tsx';
import type { useVolumeActions } from './use-volume-actions.ts';
import type { AttachedVolume } from './use-volumes.ts';

interface VolumeTableProps extends ReturnType<typeof useVolumeActions> {
  server: Server;
  volumes: readonly AttachedVolume[];
}

/** Volumes of a server, the one it boots from marked (S2 §3), with what can be done to them. */
export function VolumeTable({ server, volumes, ofServer, ofVolume }: VolumeTableProps) {
  const { t } = useTranslation('servers');
  const may = useMay();
  const offers = ofServer.offers(server);
  return (
    <>
      <SubTable
        name="volumes"
        tools={offers.length > 0 && offers.map((offer) => <OfferButton key={offer.id} offer={offer} />)}
        empty={t('volumes.empty')}
        label={t('volumes.label')}
        items={volumes}
        nameOf={(volume) => volume.name}
        actions={ofVolume}
        idOf={({ id }) => id}
        columns={[
          {
            key: 'name',
            kind: 'name',
            sort: 'name',
            label: t('field.name'),
            value: ({ name }) => name,
            render: ({ id, name, isBoot }) => (
              <>
                <ItemLink kind="volume" id={may(api.volumes.read) ? id : null}>
                  {name}
                </ItemLink>{' '}
                {isBoot && <Label isCompact>{t('volumes.boot')}</Label>}
              </>
            ),
          },
          {
            key: 'status',
            kind: 'status',
            sort: 'status',
            label: t('field.status'),
            value: ({ status }) => status,
            render: ({ status }) => status !== null && <ResourceStatus noun="servers" of={VOLUME_STATUSES} status={status} />,
          },
          {
            key: 'size',
            kind: 'size',
            sort: 'size',
            label: t('volumes.size'),
            value: ({ size }) => size,
            render: ({ size }) => size !== null && <Size bytes={fromGib(size)} />,
          },
          { key: 'policy', sort: 'policy', label: t('field.policy'), value: ({ policy }) => policy },
          {
            key: 'with-server',
            label: t('volumes.with-server'),
            value: ({ name }) => name,
            render: (volume) => <GoesSwitch serverId={server.id} volume={volume} />,
          },
        ]}
      />
    </>
  );
}
