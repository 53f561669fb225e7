import { DEVICE_TYPES, DISK_BUSES } from '@gantry/contract/nouns/servers/create';
import { FormSelect, FormSelectOption } from '@patternfly/react-core/dist/esm/components/FormSelect';
import { useTranslation } from 'react-i18next';
import type { DraftVolume } from '../draft.ts';

type Device = { [K in 'disk_bus' | 'device_type']?: DraftVolume[K] | undefined };

/** How a guest sees a disk, and what it is connected by; as the image or the cloud has it where nothing is chosen. */
export function DeviceChoice({ disk_bus: bus, device_type: type, onChange }: Device & { onChange(device: Device): void }) {
  const { t } = useTranslation('servers');
  return (
    <>
      <FormSelect
        aria-label={t('wizard.device-type')}
        value={type ?? ''}
        onChange={(_, chosen) => onChange({ disk_bus: bus, device_type: DEVICE_TYPES.find((one) => one === chosen) })}
      >
        <FormSelectOption value="" label={t('wizard.device-any')} />
        {DEVICE_TYPES.map((one) => (
          <FormSelectOption key={one} value={one} label={t(`wizard.device-${one}`)} />
        ))}
      </FormSelect>
      <FormSelect
        aria-label={t('wizard.disk-bus')}
        value={bus ?? ''}
        onChange={(_, chosen) => onChange({ disk_bus: DISK_BUSES.find((one) => one === chosen), device_type: type })}
      >
        <FormSelectOption value="" label={t('wizard.bus-any')} />
        {DISK_BUSES.map((one) => (
          <FormSelectOption key={one} value={one} label={one} />
        ))}
      </FormSelect>
    </>
  );
}
