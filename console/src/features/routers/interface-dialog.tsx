import type { Network } from '@gantry/contract/nouns/networks/entity';
import { addInterfaceBody, type AddRouterInterface } from '@gantry/contract/nouns/routers/bodies';
import type { Router } from '@gantry/contract/nouns/routers/entity';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { api } from '../../app/api/calls.ts';
import { CommandDialog } from '../../app/form/command-dialog.tsx';
import { useOptions } from '../../app/list/use-options.ts';
import type { ActionDialogProps } from '../../ui/action/action.ts';
import { TextField } from '../../ui/form/fields.tsx';
import type { SchemaForm } from '../../ui/form/use-schema-form.ts';
import { interfaceOf } from './gateway-draft.ts';
import { SubnetField } from './subnet-field.tsx';

/** An interface as it is typed: its subnet stands under the name that the server tells problems by. */
interface Draft {
  /** Network and subnet: `<id> <id>`. */
  network_id: string | undefined;
  ip_address: string;
}

const schema: z.ZodType<AddRouterInterface, Draft> = z
  .custom<Draft>()
  .superRefine(({ network_id: chosen }, { addIssue }) => {
    if (chosen === undefined) addIssue({ code: 'custom', path: ['network_id'], message: 'required' });
  })
  .transform(({ network_id: chosen = '', ip_address: ip }): z.input<typeof addInterfaceBody> => interfaceOf(chosen, ip))
  .pipe(addInterfaceBody);

/** Connects a router to a subnet. */
export function InterfaceDialog({ item: router, obstacle, onClose }: ActionDialogProps<Router>) {
  const { t } = useTranslation('routers');
  return (
    <CommandDialog
      noun="routers"
      kind="router"
      item={router}
      call={api.routers.addInterface}
      schema={schema}
      defaults={{ network_id: undefined, ip_address: '' }}
      label={t('interface.title', { name: router.name || router.id })}
      submitLabel={t('interface.add')}
      obstacle={obstacle}
      wide
      marks={({ network_id: id }) => [id]}
      onClose={onClose}
    >
      {(form) => (
        <>
          <Subnet form={form} router={router} />
          <TextField form={form} name="ip_address" label={t('field.ip')} helper={t('interface.ip-helper')} />
        </>
      )}
    </CommandDialog>
  );
}

/** The subnets that the router has an interface in, as far as they are seen. */
const connected = (router: Router, networks: readonly Network[]) => {
  const ids = new Set(router.interfaces_info.flatMap(({ fixed_ips: fixed }) => fixed.map(({ subnet_id: id }) => id)));
  return networks.flatMap(({ subnets }) => subnets).filter(({ id }) => ids.has(id));
};

function Subnet({ form, router }: { form: SchemaForm<Draft, AddRouterInterface>; router: Router }) {
  const { t } = useTranslation('routers');
  const options = useOptions(api.networks.list, 'name:asc');
  const own = connected(router, options.answer?.data ?? []);
  return <SubnetField form={form} name="network_id" label={t('field.network')} required options={options} connected={own} />;
}
