import type { Call } from '@gantry/contract/wire/call';
import { useEffect, useRef, useState } from 'react';
import { useWatch, type DefaultValues, type FieldValues } from 'react-hook-form';
import { useResourceForm, type ResourceFormInput } from '../form/use-resource-form.ts';
import { draftKey, forgetDraft, readDraft, writeDraft } from '../session/drafts.ts';
import { likeEmpty } from './like-empty.ts';
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
  /** A kept draft; undefined where there is none, or none of this form. Absent: what is like `empty`, field by field. */
  parse?(kept: unknown): D | undefined;
  /** A draft as it may be kept: without secrets. */
  keep?(draft: D): D;
}

/**
 * A form on a page of its own. What is typed is kept in the tab until the server has accepted it: a reload, signing in again, or the way to
 * another form and back lead to all of it.
 */
export function useDraftForm<C extends Call, D extends FieldValues, O>(input: DraftFormInput<C, D, O>) {
  const { key, empty, parse = (draft) => likeEmpty(empty, draft), keep = (draft) => draft, onDone, ...asked } = input;
  const [kept, setKept] = useState(() => parse(readDraft(key)));
  const isDone = useRef(false);
  const form = useResourceForm<C, D, O>({
    ...asked,
    defaults: (kept ?? empty) as DefaultValues<D>,
    onDone: (answer, sent) => {
      isDone.current = true;
      forgetDraft(key);
      onDone(answer, sent);
    },
  });
  const { fields, wouldLose } = form;
  const draft = useWatch({ control: fields.control }) as D;
  useEffect(() => {
    if (isDone.current) return;
    if (kept !== undefined || wouldLose()) writeDraft(key, keep(fields.getValues()));
    else forgetDraft(key);
    // What was typed has changed; the functions are others each time.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [key, kept, draft]);
  const startOver = () => {
    forgetDraft(key);
    fields.reset(empty);
    setKept(undefined);
  };
  /** `restored`: it began with what had been typed before. */
  return { form, draft, restored: kept !== undefined, startOver };
}
