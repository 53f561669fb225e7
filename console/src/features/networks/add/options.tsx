import { NETWORK_LIMITS } from '@gantry/contract/constants';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../../app/abilities/use-may.ts';
import { api } from '../../../app/api/calls.ts';
import { useSession } from '../../../app/session/use-session.ts';
import { NumberField } from '../../../ui/form/fields.tsx';
import { AccessFields } from '../access-fields.tsx';
import type { NetworkForm } from './types.ts';

/** Who else may use the network, which administrators say as it is made, and how large its packets are. */
export function OptionFields({ form }: { form: NetworkForm }) {
  const { t } = useTranslation('networks');
  const may = useMay();
  const owner = useSession((session) => session.currentProject?.id ?? null);
  return (
    <>
      {may(api.networks.createPublic) && <AccessFields form={form} owner={owner} />}
      <NumberField
        form={form}
        name="mtu"
        label="MTU"
        helper={t('add.mtu-helper')}
        min={NETWORK_LIMITS.mtu.min}
        max={NETWORK_LIMITS.mtu.max}
      />
    </>
  );
}
