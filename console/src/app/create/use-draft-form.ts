import type { Call } from '@gantry/contract/wire/call';
import { useEffect, useState } from 'react';
import { useWatch, type DefaultValues, type FieldValues, type Path } from 'react-hook-form';
import { useResourceForm, type ResourceFormInput } from '../form/use-resource-form.ts';
import { draftKey, forgetDraft, readDraft, writeDraft } from '../session/drafts.ts';
import { useScopeKey, useSession } from '../session/use-session.ts';

/** Where the tab keeps what somebody types into a form, in this scope. @param form name of the form */
export function useDraftKey(form: string): string {
  const userId = useSession((session) => session.currentUser?.id ?? '');
  return draftKey(form, userId, useScopeKey());
}

interface DraftFormInput<C extends Call, D extends FieldValues, O> extends Omit<ResourceFormInput<C, D, O>, 'defaults'> {
  /** By `useDraftKey`. */
  key: string;
  /** Each field is in it, so that the form can tell which it has. */
  empty: D;
  /** A kept draft; undefined where there is none, or none of this form. */
  parse(kept: unknown): D | undefined;
  /** A draft as it may be kept: without secrets. */
  keep?(draft: D): D;
}

/**
 * A form on a page of its own. What is typed is kept in the tab until the server has accepted it: a reload, signing in again, or the way to
 * another form and back lead to all of it.
 */
export function useDraftForm<C extends Call, D extends FieldValues, O>(input: DraftFormInput<C, D, O>) {
  const { key, empty, parse, keep = (draft) => draft, onDone, ...asked } = input;
  const [kept] = useState(() => parse(readDraft(key)));
  const [restored, setRestored] = useState(kept !== undefined);
  // What may be absent has no default: a field that is emptied would fall back to it.
  const absent = Object.keys(kept ?? {}).filter((name) => empty[name] === undefined);
  const form = useResourceForm<C, D, O>({
    ...asked,
    defaults: { ...(kept ?? empty), ...Object.fromEntries(absent.map((name) => [name, undefined])) } as DefaultValues<D>,
    onDone: (answer) => {
      forgetDraft(key);
      onDone(answer);
    },
  });
  const { fields, wouldLose } = form;
  const draft = useWatch({ control: fields.control }) as D;
  useEffect(() => {
    for (const name of absent) fields.setValue(name as Path<D>, kept![name] as D[Path<D>], { shouldDirty: true });
    // Once, as the page opens, and after what watches the form.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  useEffect(() => {
    if (wouldLose()) writeDraft(key, keep(fields.getValues()));
    // What was typed has changed; the functions are others each time.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [key, draft]);
  const startOver = () => {
    forgetDraft(key);
    fields.reset(empty);
    setRestored(false);
  };
  /** `restored`: it began with what had been typed before. */
  return { form, draft, restored, startOver };
}
