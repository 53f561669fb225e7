import type { Router } from '@gantry/contract/nouns/routers/entity';
import { useMemo, useState } from 'react';
import { api } from '../../app/api/calls.ts';
import { CommandDialog } from '../../app/form/command-dialog.tsx';
import { useNounText } from '../../app/resource/noun-text.ts';
import type { ActionDialogProps } from '../../ui/action/action.ts';
import { TextField } from '../../ui/form/fields.tsx';
import { changeSchema, draftOf } from './gateway-draft.ts';
import { GatewayFields } from './gateway-fields.tsx';

/** Changes the name of a router and its way out. */
export function EditDialog({ item: router, obstacle, onClose }: ActionDialogProps<Router>) {
  const text = useNounText('routers');
  // What the dialog was opened with, so that only what somebody has changed here is sent.
  const [before] = useState(() => draftOf(router));
  const schema = useMemo(() => changeSchema(before), [before]);
  return (
    <CommandDialog
      noun="routers"
      kind="router"
      item={router}
      call={api.routers.update}
      schema={schema}
      defaults={before}
      label={text('edit.title', { name: router.name || router.id })}
      submitLabel={text('edit.submit')}
      obstacle={obstacle}
      onClose={onClose}
    >
      {(form) => (
        <>
          <TextField form={form} name="name" label={text('field.name')} required />
          <GatewayFields form={form} router={router} />
        </>
      )}
    </CommandDialog>
  );
}
