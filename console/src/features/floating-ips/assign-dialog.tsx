import { assignBody, type FloatingIpAssign } from '@gantry/contract/nouns/floating-ips/bodies';
import type { FloatingIp } from '@gantry/contract/nouns/floating-ips/entity';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { api } from '../../app/api/calls.ts';
import { CommandDialog } from '../../app/form/command-dialog.tsx';
import { SpotField, targetOf } from '../../parts/networks/spot-field.tsx';
import type { ActionDialogProps } from '../../ui/action/action.ts';

/** Where it shall lead, as the form keeps it: under the name that the server tells problems by. */
interface Draft {
  mac_addr: string | undefined;
}

const schema: z.ZodType<FloatingIpAssign, Draft> = z
  .custom<Draft>()
  .superRefine(({ mac_addr: spot }, { addIssue }) => {
    if (!spot) addIssue({ code: 'custom', path: ['mac_addr'], message: 'required' });
  })
  .transform(({ mac_addr: spot = '' }): z.input<typeof assignBody> => targetOf(spot))
  .pipe(assignBody);

/** Lets a floating IP lead to an interface of a server. */
export function AssignDialog({ item, obstacle, onClose }: ActionDialogProps<FloatingIp>) {
  const { t } = useTranslation('floating-ips');
  return (
    <CommandDialog
      noun="floating-ips"
      kind="floating_ip"
      item={item}
      call={api.floatingIps.assign}
      schema={schema}
      defaults={{ mac_addr: undefined }}
      label={t('assign.title', { name: item.name })}
      {...(item.attachment && { intro: t('assign.again', { target: item.attachment.object_name || item.attachment.object_id }) })}
      submitLabel={t('assign.action')}
      obstacle={obstacle}
      wide
      onClose={onClose}
    >
      {(form) => (
        <SpotField
          form={form}
          name="mac_addr"
          label={t('field.target')}
          required
          outside={item.floating_network_id}
          own={item}
          projectId={item.project_id}
        />
      )}
    </CommandDialog>
  );
}
