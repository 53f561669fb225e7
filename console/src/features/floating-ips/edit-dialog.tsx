import { floatingIpUpdateBody } from '@gantry/contract/nouns/floating-ips/bodies';
import type { FloatingIp } from '@gantry/contract/nouns/floating-ips/entity';
import { api } from '../../app/api/calls.ts';
import { CommandDialog } from '../../app/form/command-dialog.tsx';
import { useNounText } from '../../app/resource/noun-text.ts';
import type { ActionDialogProps } from '../../ui/action/action.ts';
import { DescriptionField } from '../../ui/form/description-field.tsx';

/** Changes what is said of a floating IP. */
export function EditDialog({ item, obstacle, onClose }: ActionDialogProps<FloatingIp>) {
  const text = useNounText('floating-ips');
  return (
    <CommandDialog
      noun="floating-ips"
      kind="floating_ip"
      item={item}
      call={api.floatingIps.update}
      schema={floatingIpUpdateBody}
      defaults={{ description: item.description ?? '' }}
      label={text('edit.title', { name: item.name })}
      submitLabel={text('edit.submit')}
      obstacle={obstacle}
      onClose={onClose}
    >
      {(form) => <DescriptionField form={form} label={text('field.description')} />}
    </CommandDialog>
  );
}
