import { assignBody, floatingIpBody } from '@gantry/contract/nouns/floating-ips/bodies';
import { FLOATING_IP_QUOTA } from '@gantry/contract/nouns/floating-ips/quota';
import { takenBy } from '@gantry/contract/wire/taken';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { api, type ApiCall } from '../../../app/api/calls.ts';
import { CommandDialog } from '../../../app/form/command-dialog.tsx';
import { FloatingField, floatingOf } from '../../../parts/networks/floating-field.tsx';
import { spotId, targetOf } from '../../../parts/networks/spot-field.tsx';
import { spotsOf, useSurroundings } from '../../../parts/networks/use-surroundings.ts';
import { QuotaTaken } from '../../../parts/quotas/quota-taken.tsx';
import type { ActionDialogProps } from '../../../ui/action/action.ts';
import { RadioField } from '../../../ui/form/radio-field.tsx';
import type { SchemaForm } from '../../../ui/form/use-schema-form.ts';
import type { Nic } from './nics.ts';

/** What is chosen stands under the name that the server tells problems by. */
interface Draft {
  /** `ip <id>` of a floating IP, or `network <id>` of the external network that gives a new one. */
  floating_network_id: string | undefined;
  /** Which address of the interface is meant. */
  mac_addr: string | undefined;
}

/** The body of an assignment, or of a new floating IP that is assigned at once. */
const schemaOf = (isNew: boolean): z.ZodType<unknown, Draft> =>
  z
    .custom<Draft>()
    .superRefine((draft, { addIssue }) => {
      for (const path of ['floating_network_id', 'mac_addr'] as const)
        if (draft[path] === undefined) addIssue({ code: 'custom', path: [path], message: 'required' });
    })
    .transform(({ floating_network_id: chosen, mac_addr: spot = '' }): unknown => {
      const { id } = floatingOf(chosen);
      return isNew ? { floating_network_id: id, assign: targetOf(spot) } : targetOf(spot);
    })
    .pipe((isNew ? floatingIpBody : assignBody) as z.ZodType<unknown, unknown>);

/** Lets a floating IP lead to an interface of a server: one of the project that leads nowhere, or a new one. */
export function FloatingDialog({ item: nic, obstacle, onClose }: ActionDialogProps<Nic>) {
  const { t } = useTranslation('resource');
  const [chosen, setChosen] = useState<string>();
  const { isNew, id } = floatingOf(chosen);
  const schema = useMemo(() => schemaOf(isNew), [isNew]);
  const takes = { amounts: takenBy(FLOATING_IP_QUOTA, isNew && chosen !== undefined ? [{}] : []) };
  const call: ApiCall = isNew ? api.floatingIps.create : api.floatingIps.assign;
  const spots = spotsOf([nic.server]).filter(({ mac, ip }) => mac === nic.id && ip !== undefined);
  const [only] = spots.length === 1 ? spots : [];
  return (
    <CommandDialog
      noun="servers"
      kind="floating_ip"
      item={nic}
      call={call}
      params={isNew ? {} : { floatingIpId: id }}
      schema={schema}
      defaults={{ floating_network_id: undefined, mac_addr: only && spotId(only) }}
      label={t('floating.title', { name: nic.server.name || nic.server.id })}
      submitLabel={t('floating.assign')}
      obstacle={obstacle}
      wide
      onClose={onClose}
    >
      {(form) => (
        <>
          <Fields form={form} nic={nic} onPick={setChosen} />
          <QuotaTaken projectId={nic.server.project_id} takes={takes} />
        </>
      )}
    </CommandDialog>
  );
}

interface FieldsProps {
  form: SchemaForm<Draft, unknown>;
  nic: Nic;
  onPick(chosen: string): void;
}

/** Whence the address, and which one of the interface it leads to; what is missing for either is said. */
function Fields({ form, nic, onPick }: FieldsProps) {
  const { t } = useTranslation('servers');
  const spots = spotsOf([nic.server]).filter(({ mac }) => mac === nic.id);
  const { missing } = useSurroundings(spots);
  const obstacleOf = (outside: string) => {
    const lacks = spots.map((spot) => missing(spot, outside));
    return lacks.includes(undefined) ? undefined : lacks[0];
  };
  return (
    <>
      <FloatingField form={form} name="floating_network_id" projectId={nic.server.project_id} obstacleOf={obstacleOf} onPick={onPick} />
      {spots.length > 1 && (
        <RadioField
          form={form}
          name="mac_addr"
          label={t('floating.fixed')}
          required
          options={spots.map((spot) => ({ value: spotId(spot), label: spot.ip ?? '' }))}
        />
      )}
    </>
  );
}
