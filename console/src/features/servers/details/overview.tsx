import type { Server } from '@gantry/contract/nouns/servers/entity';
import { Label, LabelGroup } from '@patternfly/react-core/dist/esm/components/Label';
import { useTranslation } from 'react-i18next';
import { useCapabilities } from '../../../app/abilities/use-ability.ts';
import { useMay } from '../../../app/abilities/use-may.ts';
import { api } from '../../../app/api/calls.ts';
import { CopyText } from '../../../ui/show/copy-text.tsx';
import { Details, type Property } from '../../../ui/show/details.tsx';
import { formatSize, fromGib, fromMib } from '../../../ui/show/format-size.ts';
import { Instant } from '../../../ui/show/instant.tsx';
import { Size } from '../../../ui/show/size.tsx';
import { addressesOf } from '../addresses.ts';
import { useKnownVolumes } from '../attachments/use-volumes.ts';
import { osName } from '../os-name.ts';
import { firmwareText } from '../firmware.ts';
import { ServerStatus } from '../server-status.tsx';
import { hostStatusText, powerText } from '../status.ts';

/** What the server is. The node shows to those who may know it. */
export function OverviewTab({ server }: { server: Server }) {
  const { t, i18n } = useTranslation('servers');
  const can = useCapabilities();
  const yesNo = (value: boolean) => (value ? t('yes') : t('no'));
  const { flavor, max_vcpu: maxVcpu, max_mem: maxMem } = server;
  const size = (bytes: number) => formatSize(bytes, i18n.language);
  const source = useSource(server);
  const addresses = addressesOf(server);
  const hasMetadata = Object.keys(server.metadata).length > 0;
  const properties: Property[] = [
    { label: t('field.status'), value: <ServerStatus server={server} /> },
    { label: t('field.id'), value: <CopyText text={server.id} label={t('field.id')} /> },
    { label: t('field.description'), value: server.description || null },
    { label: t('field.addresses'), value: addresses.length > 0 ? <Addresses addresses={addresses} /> : null },
    { label: t('field.hostname'), value: server.orig_hostname },
    { label: t('field.flavor'), value: flavor.original_name },
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
    { label: t('field.disk'), value: flavor.disk > 0 ? size(fromGib(flavor.disk)) : null },
    { label: t('field.image'), value: source.image },
    { label: t('field.os'), value: osName(source.os) },
    { label: t('field.firmware'), value: firmwareText(source.firmware) },
    ...(flavor.extra_specs['os:secure_boot'] === 'required' ? [{ label: t('field.secure-boot'), value: t('yes') }] : []),
    { label: t('field.user'), value: server.username },
    { label: t('field.key'), value: server.key_name },
    ...(can.has('server.create:ha_enabled') ? [{ label: t('field.ha'), value: yesNo(server.ha_enabled) }] : []),
    { label: t('field.live-resize'), value: yesNo(server.allow_live_resize) },
    { label: t('field.set-password'), value: yesNo(server.allow_set_password) },
    { label: t('field.locked'), value: yesNo(server.locked) },
    ...(server.locked_reason ? [{ label: t('field.locked-reason'), value: server.locked_reason }] : []),
    ...(server.power_state ? [{ label: t('field.power'), value: powerText(t, server.power_state) }] : []),
    ...(server.availability_zone ? [{ label: t('field.zone'), value: server.availability_zone }] : []),
    ...(server.user_name ? [{ label: t('field.owner'), value: server.user_name }] : []),
    ...(server.has_pci_devices ? [{ label: t('field.pci'), value: t('yes') }] : []),
    { label: t('field.traits'), value: server.traits.length > 0 ? <Words words={server.traits} /> : null },
    { label: t('field.tags'), value: server.tags.length > 0 ? <Words words={server.tags} /> : null },
    { label: t('field.metadata'), value: hasMetadata ? <Metadata metadata={server.metadata} /> : null },
    { label: t('field.project'), value: server.project_name },
    ...(server.host === null ? [] : [{ label: t('field.host'), value: server.host }]),
    ...(server.host_status === null ? [] : [{ label: t('field.host-status'), value: hostStatusText(t, server.host_status) }]),
    { label: t('field.created'), value: <Instant at={server.created} /> },
    { label: t('field.updated'), value: server.updated && <Instant at={server.updated} /> },
  ];
  return <Details properties={properties} />;
}

/** What the server was made from: as its boot volume says, the first one; else as the server does (S2 §3). */
function useSource(server: Server): { image: string | null; os: string | null; firmware: string | null } {
  const {
    volumes: [boot],
    image,
  } = server;
  const may = useMay();
  const known = useKnownVolumes(server, boot !== undefined && may(api.volumes.list));
  const copied = known.get(boot?.id ?? '')?.volume_image_metadata;
  return {
    image: copied?.image_name ?? image?.name ?? null,
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

const Words = ({ words }: { words: readonly string[] }) => (
  <LabelGroup numLabels={words.length}>
    {words.map((word) => (
      <Label key={word} variant="outline">
        <bdi>{word}</bdi>
      </Label>
    ))}
  </LabelGroup>
);

function Metadata({ metadata }: Pick<Server, 'metadata'>) {
  return Object.entries(metadata).map(([key, value]) => (
    <div key={key}>
      <bdi>
        {key} = {value}
      </bdi>
    </div>
  ));
}
