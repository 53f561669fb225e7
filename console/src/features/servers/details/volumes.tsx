import type { Server } from '@gantry/contract/nouns/servers/entity';
import { Label } from '@patternfly/react-core/dist/esm/components/Label';
import { useTranslation } from 'react-i18next';
import { Dash } from '../../../ui/show/dash.tsx';
import { DataTable } from '../../../ui/show/data-table.tsx';
import { fromGib } from '../../../ui/show/format-size.ts';
import { Size } from '../../../ui/show/size.tsx';

/** Volumes of a server; the first is the one it boots from (decision F30). */
export function VolumesTab({ server }: { server: Server }) {
  const { t } = useTranslation('servers');
  if (server.volumes.length === 0) return <p>{t('volumes.empty')}</p>;
  return (
    <DataTable
      label={t('volumes.label')}
      items={server.volumes}
      keyOf={({ id }) => id}
      columns={[
        {
          label: t('field.name'),
          render: ({ name, id }, index) => (
            <>
              <bdi>{name || id}</bdi> {index === 0 && <Label isCompact>{t('volumes.boot')}</Label>}
            </>
          ),
        },
        { label: t('volumes.size'), render: ({ size }) => (size === null ? <Dash /> : <Size bytes={fromGib(size)} />) },
        { label: t('volumes.with-server'), render: (volume) => (volume.delete_on_termination ? t('yes') : t('no')) },
      ]}
    />
  );
}
