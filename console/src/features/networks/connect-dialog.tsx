import type { Network } from '@gantry/contract/nouns/networks/entity';
import { addInterfaceBody } from '@gantry/contract/nouns/routers/bodies';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { api } from '../../app/api/calls.ts';
import { useCommand } from '../../app/api/hooks.ts';
import { CommandDialog } from '../../app/form/command-dialog.tsx';
import { useOptions } from '../../app/list/use-options.ts';
import { PickField } from '../../ui/form/pick-field.tsx';
import type { SchemaForm } from '../../ui/form/use-schema-form.ts';

interface Draft {
  router_id: string | undefined;
}
interface Chosen {
  routerId: string;
}

const schema: z.ZodType<Chosen, Draft> = z
  .custom<Draft>()
  .superRefine(({ router_id: id }, { addIssue }) => {
    if (id === undefined) addIssue({ code: 'custom', path: ['router_id'], message: 'required' });
  })
  .transform(({ router_id: routerId = '' }) => ({ routerId }));

/** Connects a network to a router that is there. */
export function ConnectDialog({ network, onClose }: { network: Network; onClose(): void }) {
  const { t } = useTranslation('networks');
  const connect = useCommand(api.routers.addInterface);
  const name = network.name || network.id;
  return (
    <CommandDialog
      noun="networks"
      kind="router"
      item={network}
      call={api.routers.addInterface}
      schema={schema}
      defaults={{ router_id: undefined }}
      send={({ routerId }) => connect.mutateAsync({ params: { routerId }, body: addInterfaceBody.parse({ network_id: network.id }) })}
      label={t('alone.title', { name })}
      submitLabel={t('alone.connect')}
      onClose={onClose}
    >
      {(form) => <Router form={form} />}
    </CommandDialog>
  );
}

function Router({ form }: { form: SchemaForm<Draft, Chosen> }) {
  const { t } = useTranslation('networks');
  const { answer, ...state } = useOptions(api.routers.list, 'name:asc');
  return (
    <PickField
      {...state}
      form={form}
      name="router_id"
      label={t('connected.router')}
      required
      headers={[t('connected.router'), t('alone.outside')]}
      options={answer?.data.map(({ id, name, external_gateway_info: gateway }) => ({
        id,
        name: name || id,
        cells: [gateway?.network_name ?? null],
      }))}
    />
  );
}
