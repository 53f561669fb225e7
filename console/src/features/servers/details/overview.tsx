import type { Server } from '@gantry/contract/nouns/servers/entity';
import { useTranslation } from 'react-i18next';
import { useCapabilities } from '../../../app/abilities/use-ability.ts';
import { useMay } from '../../../app/abilities/use-may.ts';
import { api } from '../../../app/api/calls.ts';
import { ItemLink } from '../../../app/resource/item-link.tsx';
import { useNounText } from '../../../app/resource/noun-text.ts';
import { Cards, TitledCard } from '../../../ui/show/cards.tsx';
import { CopyText } from '../../../ui/show/copy-text.tsx';
import { Details, type Property } from '../../../ui/show/details.tsx';
import { formatSize, fromGib, fromMib } from '../../../ui/show/format-size.ts';
import { Ago, Instant } from '../../../ui/show/instant.tsx';
import { Size } from '../../../ui/show/size.tsx';
import { TagList } from '../../../ui/show/tag-list.tsx';
import { nicsOf } from '../attachments/nics.ts';
import { useKnownVolumes, useVolumes } from '../attachments/use-volumes.ts';
import { osName } from '../../../parts/images/os-name.ts';
import { firmwareText } from '../../../parts/servers/firmware.ts';
import { hostStatusText, powerText } from '../status.ts';
import { Host } from './host.tsx';
import { connectionOf } from './ssh.ts';
import { useUsage } from './usage.tsx';
import { useRunningSince } from './use-events.ts';

/** What the server is, as answers to what people ask: how to reach it, what it has, what it is protected by. The node shows to those who may know it. */
export function OverviewTab({ server }: { server: Server }) {
  const { t, i18n } = useTranslation('servers');
  const text = useNounText('servers');
  const can = useCapabilities();
  const { flavor, max_vcpu: maxVcpu, max_mem: maxMem } = server;
  const size = (bytes: number) => formatSize(bytes, i18n.language);
  const source = useSource(server);
  const volumes = useVolumes(server);
  const usage = useUsage(server);
  const since = useRunningSince(server);
  const may = useMay();
  const hasMetadata = Object.keys(server.metadata).length > 0;
  const yes = (is: boolean) => (is ? t('yes') : null);
  const compute: Property[] = [
    {
      label: t('field.flavor'),
      value: (
        <ItemLink kind="flavor" id={may(api.flavors.read) ? flavor.id : null}>
          {flavor.original_name}
        </ItemLink>
      ),
    },
    { label: t('field.vcpus'), value: maxVcpu === null ? flavor.vcpus : t('details.up-to', { now: flavor.vcpus, most: maxVcpu }) },
    {
      label: t('field.ram'),
      value:
        maxMem === null ? (
          <Size bytes={fromMib(flavor.ram)} />
        ) : (
          t('details.up-to', { now: size(fromMib(flavor.ram)), most: size(fromMib(maxMem)) })
        ),
    },
    { label: t('field.disk'), value: flavor.disk > 0 && !server.boots_from_volume ? size(fromGib(flavor.disk)) : null },
    ...usage,
    { label: t('field.power'), value: server.power_state && powerText(t, server.power_state) },
    { label: t('field.running-since'), value: since === undefined ? null : <Ago at={since} /> },
    { label: t('field.firmware'), value: firmwareText(source.firmware) || null },
    { label: t('field.secure-boot'), value: yes(flavor.extra_specs['os:secure_boot'] === 'required') },
    { label: t('field.live-resize'), value: yes(server.allow_live_resize) },
    { label: t('field.pci'), value: yes(server.has_pci_devices) },
    { label: t('field.traits'), value: server.traits.length > 0 ? <TagList words={server.traits} /> : null },
    { label: t('field.host'), value: server.host && <Host host={server.host} /> },
    { label: t('field.host-status'), value: server.host_status && hostStatusText(t, server.host_status) },
    { label: t('field.zone'), value: server.availability_zone },
  ];
  const protection: Property[] = [
    ...(can.has('server.create:ha_enabled') ? [{ label: t('field.ha'), value: server.ha_enabled ? t('yes') : t('no') }] : []),
    { label: t('field.locked'), value: server.locked ? t('yes') : t('no') },
    { label: t('field.locked-reason'), value: server.locked_reason },
  ];
  const about: Property[] = [
    { label: t('field.description'), value: server.description },
    {
      label: t('field.image'),
      value: source.image && (
        <ItemLink kind="image" id={may(api.images.read) ? source.imageId : null}>
          {source.image}
        </ItemLink>
      ),
    },
    { label: t('field.os'), value: osName(source.os) },
    { label: t('field.hostname'), value: server.orig_hostname },
    { label: t('field.id'), value: <CopyText text={server.id} label={t('field.id')} /> },
    { label: t('field.tags'), value: server.tags.length > 0 ? <TagList words={server.tags} /> : null },
    { label: t('field.metadata'), value: hasMetadata ? <Metadata metadata={server.metadata} /> : null },
    {
      label: t('field.project'),
      value: server.project_name && (
        <ItemLink kind="project" id={may(api.projects.read) ? server.project_id : null}>
          {server.project_name}
        </ItemLink>
      ),
    },
    {
      label: text('field.created-by'),
      value: server.user_name && (
        <ItemLink kind="user" id={(may(api.users.read) && server.user_id) || null}>
          {server.user_name}
        </ItemLink>
      ),
    },
    { label: t('field.created'), value: <Instant at={server.created} /> },
    { label: t('field.updated'), value: server.updated && <Instant at={server.updated} /> },
  ];
  return (
    <Cards>
      <Connect server={server} image={source.image} os={source.os} />
      <TitledCard title={t('details.compute')}>
        <Details narrow properties={compute} />
      </TitledCard>
      <TitledCard title={t('tab.networks')}>
        <Details
          narrow
          properties={nicsOf(server).map(({ id, name, networkId, ips }) => ({
            label: (
              <ItemLink kind="network" id={networkId}>
                {name}
              </ItemLink>
            ),
            key: id,
            value: ips.length > 0 ? <Addresses addresses={ips} /> : id,
          }))}
        />
      </TitledCard>
      <TitledCard title={t('field.storage')}>
        <Details
          narrow
          properties={volumes.map(({ id, name, size: gib, policy, isBoot, goes }) => ({
            label: (
              <ItemLink kind="volume" id={id}>
                {name}
              </ItemLink>
            ),
            key: id,
            value: [
              ...(gib === null ? [] : [size(fromGib(gib))]),
              ...(policy === null ? [] : [policy]),
              ...(isBoot ? [t('volumes.boot')] : []),
              ...(goes ? [t('wizard.boot-with')] : []),
            ].join(' · '),
          }))}
        />
      </TitledCard>
      <TitledCard title={t('details.protection')}>
        <Details narrow properties={protection} />
      </TitledCard>
      <TitledCard title={t('details.about')}>
        <Details narrow properties={about} />
      </TitledCard>
    </Cards>
  );
}

/** How one gets into the guest. */
function Connect({ server, image, os }: { server: Server; image: string | null; os: string | null }) {
  const { t } = useTranslation('servers');
  const reached = connectionOf(server, image, os);
  const properties: Property[] = [
    { label: t('connect.command'), value: reached?.command && <CopyText text={reached.command} label={t('connect.command')} /> },
    { label: t('field.user'), value: server.username },
    { label: t('field.key'), value: server.key_name ?? t('create.no-key') },
    { label: t('field.set-password'), value: server.allow_set_password ? t('yes') : null },
  ];
  const hint = !reached ? t('connect.no-address') : reached.isInside ? t('connect.inside') : undefined;
  return (
    <TitledCard title={t('connect.title')}>
      <Details narrow properties={properties} />
      {hint !== undefined && <p className="gantry-detail">{hint}</p>}
    </TitledCard>
  );
}

/** What the server was made from: as its boot volume says, the first one; else as the server does (S2 §3). */
function useSource(server: Server): { image: string | null; imageId: string | null; os: string | null; firmware: string | null } {
  const {
    volumes: [boot],
    image,
  } = server;
  const may = useMay();
  const known = useKnownVolumes(server, boot !== undefined && may(api.volumes.list));
  const copied = known.get(boot?.id ?? '')?.volume_image_metadata;
  return {
    image: copied?.image_name ?? image?.name ?? null,
    imageId: copied?.image_id ?? image?.id ?? null,
    os: copied?.os_type ?? image?.os_type ?? null,
    firmware: copied?.hw_firmware_type ?? null,
  };
}

/** One below the other, each to be copied. */
function Addresses({ addresses }: { addresses: readonly string[] }) {
  return addresses.map((address) => (
    <div key={address}>
      <CopyText text={address} label={address} />
    </div>
  ));
}

function Metadata({ metadata }: Pick<Server, 'metadata'>) {
  return Object.entries(metadata).map(([key, value]) => (
    <div key={key}>
      <bdi>
        {key} = {value}
      </bdi>
    </div>
  ));
}
