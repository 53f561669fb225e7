import { useEffect, useState } from 'react';
import { useWatch } from 'react-hook-form';
import type { ServerCreate } from '@gantry/contract/nouns/servers/create';
import { useCapabilities } from '../../../app/abilities/use-ability.ts';
import { api } from '../../../app/api/calls.ts';
import { useResourceForm } from '../../../app/form/use-resource-form.ts';
import { forgetDraft, readDraft, writeDraft } from '../../../app/session/drafts.ts';
import type { SchemaForm } from '../../../ui/form/use-schema-form.ts';
import { useStatusText } from '../../../app/resource/noun-text.ts';
import { draftSchema, draftSchemaWithoutHa, EMPTY, keptDraft, parseDraft, type Draft } from './draft.ts';

export type DraftForm = SchemaForm<Draft, ServerCreate>;

/**
 * The form of the wizard. What is typed is kept in the tab under `key` until the server has accepted it: a reload, or signing in again,
 * leads back to all of it.
 */
export function useDraftForm(key: string, onDone: () => void) {
  const can = useCapabilities();
  const [kept] = useState(() => parseDraft(readDraft(key)));
  const [restored, setRestored] = useState(kept !== undefined);
  const form: DraftForm = useResourceForm({
    noun: 'servers',
    kind: 'server',
    call: api.servers.create,
    schema: can.has('server.create:ha_enabled') ? draftSchema : draftSchemaWithoutHa,
    defaults: kept ?? EMPTY,
    statusText: useStatusText('servers'),
    onDone: () => {
      forgetDraft(key);
      onDone();
    },
  });
  const { fields, wouldLose } = form;
  const draft = useWatch({ control: fields.control }) as Draft;
  useEffect(() => {
    if (wouldLose()) writeDraft(key, keptDraft(draft));
    // What was typed has changed; the function that says so is another one each time.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [key, draft]);
  const startOver = () => {
    forgetDraft(key);
    fields.reset(EMPTY);
    setRestored(false);
  };
  /** `restored`: it began with what had been typed before. */
  return { form, draft, restored, startOver };
}
