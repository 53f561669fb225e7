import type { Server } from '@gantry/contract/nouns/servers/entity';
import { useTranslation } from 'react-i18next';
import { CopyText } from '../../../ui/show/copy-text.tsx';
import { Details, type Property } from '../../../ui/show/details.tsx';
import { formatSize, fromGib, fromMib } from '../../../ui/show/format-size.ts';
import { Instant } from '../../../ui/show/instant.tsx';
import { Size } from '../../../ui/show/size.tsx';
import { addressesOf } from '../addresses.ts';
import { ServerStatus } from '../server-status.tsx';

/** What the server is. The node shows to those who may know it. */
export function OverviewTab({ server }: { server: Server }) {
  const { t, i18n } = useTranslation('servers');
  const yesNo = (value: boolean) => (value ? t('yes') : t('no'));
  const { flavor } = server;
  const size = (bytes: number) => formatSize(bytes, i18n.language);
  const properties: Property[] = [
    { label: t('field.status'), value: <ServerStatus server={server} /> },
    { label: t('field.id'), value: <CopyText text={server.id} label={t('field.id')} /> },
    { label: t('field.description'), value: server.description || null },
    { label: t('field.addresses'), value: addressesOf(server).join(', ') || null },
    { label: t('field.flavor'), value: flavor.original_name },
    { label: t('field.vcpus'), value: flavor.vcpus },
    { label: t('field.ram'), value: <Size bytes={fromMib(flavor.ram)} /> },
    { label: t('field.disk'), value: flavor.disk > 0 ? size(fromGib(flavor.disk)) : null },
    { label: t('field.image'), value: server.image?.name },
    { label: t('field.os'), value: server.image?.os_type },
    { label: t('field.user'), value: server.username },
    { label: t('field.key'), value: server.key_name },
    { label: t('field.ha'), value: yesNo(server.ha_enabled) },
    { label: t('field.locked'), value: yesNo(server.locked) },
    { label: t('field.project'), value: server.project_name },
    ...(server.host === null ? [] : [{ label: t('field.host'), value: server.host }]),
    { label: t('field.created'), value: <Instant at={server.created} /> },
    { label: t('field.updated'), value: server.updated && <Instant at={server.updated} /> },
  ];
  return <Details properties={properties} />;
}
