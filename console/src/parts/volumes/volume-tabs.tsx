import { useTranslation } from 'react-i18next';
import { api } from '../../app/api/calls.ts';
import { ListTabs } from '../../app/resource/list-tabs.tsx';
import { useNounText } from '../../app/resource/noun-text.ts';

/** Volumes and snapshots of them stand beside one another, under one entry of the menu. */
export function VolumeListTabs() {
  const { t } = useTranslation('volumes');
  const text = useNounText('volumes');
  const volumes = text('title.list');
  const lists = [
    { title: volumes, to: '/compute/volumes', call: api.volumes.list },
    { title: t('tab.snapshots'), to: '/compute/volume-snapshots', call: api.volumeSnapshots.list },
  ];
  return <ListTabs label={volumes} lists={lists} />;
}
