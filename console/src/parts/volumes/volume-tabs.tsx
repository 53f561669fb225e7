import { useTranslation } from 'react-i18next';
import { useMay } from '../../app/abilities/use-may.ts';
import { api } from '../../app/api/calls.ts';
import { ListTabs } from '../../app/resource/list-tabs.tsx';
import { useNounText } from '../../app/resource/noun-text.ts';

/** Volumes and snapshots of them stand beside one another, under one entry of the menu. */
export function VolumeListTabs() {
  const { t } = useTranslation('volumes');
  const text = useNounText('volumes');
  const may = useMay();
  const volumes = text('title.list');
  const lists = [
    ...(may(api.volumes.list) ? [{ title: volumes, to: '/compute/volumes' }] : []),
    ...(may(api.volumeSnapshots.list) ? [{ title: t('tab.snapshots'), to: '/compute/volume-snapshots' }] : []),
  ];
  return <ListTabs label={volumes} lists={lists} />;
}
