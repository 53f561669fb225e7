import { useCallback, useEffect, useEffectEvent, useRef, useState, type RefCallback } from 'react';
import { useForm, type DefaultValues, type FieldValues, type Path, type UseFormReturn } from 'react-hook-form';
import type { z } from 'zod';
import type { Describe, Failure } from '../failure.ts';
import { canSubmit, isValid } from './form-state.ts';
import { CheckedFields } from './checked-fields.ts';
import { fieldErrorOf, errorAt, type FieldText } from './field-errors.ts';
import { schemaResolver, WHOLE } from './schema-resolver.ts';
import { useChecks, type Checks } from './use-checks.ts';

interface SchemaFormInput<I extends FieldValues, O, A> {
  /** The contract's schema of the body. */
  schema: z.ZodType<O, I>;
  /** Every field has a value here, so that what is typed can be told from what was there. */
  defaults: DefaultValues<I>;
  submit(values: O): Promise<A>;
  /** The server has accepted what was sent. */
  onDone(answer: A, sent: O): void;
  /** It is submitted as it was opened, and lacks nothing but a change. */
  onUnchanged?: (() => void) | undefined;
  describe: Describe;
  fieldText: FieldText;
  /** What only the server knows of a field, asked while it is typed. */
  checks?: Checks<I>;
}

export interface SchemaForm<I extends FieldValues = FieldValues, O = unknown> {
  fields: UseFormReturn<I, unknown, O>;
  /** What went wrong with the whole of it; what is wrong with a field stands at the field. */
  failure: Failure | undefined;
  /** It is being sent, or will be once what it holds has been checked: the button waits too. What is wrong does not turn it off, for pressing it leads to the field. */
  pending: boolean;
  valid: boolean;
  canSubmit: boolean;
  /** It has been sent once, or would have been, had nothing been wrong. */
  tried: boolean;
  /** Whether leaving loses something. Asked at the moment of leaving. */
  wouldLose(): boolean;
  submit(): void;
  /**
   * Judges a part of the form as sending would: what is wrong there is marked, and the first of it gets the focus. Answers whether all of it is right.
   * @param places fields, or parts of them: `name`, `subnets.1`
   */
  check(places: readonly string[]): Promise<boolean>;
  /** For the element around the fields: the first wrong field in it gets the focus. */
  attach: RefCallback<HTMLFormElement>;
}

/** Field in an error mark; found by its attribute, because the order on the screen is the order that counts. */
const FIRST_WRONG = '[data-field-error] :is(input, select, textarea, button):not(:disabled)';

/** Type of a mark that the server has set: it stays until its own field is changed. */
const BY_SERVER = 'server';

/** A form over a schema of the contract. Submitting while an answer is awaited does nothing; what was typed stays after a failure. */
export function useSchemaForm<I extends FieldValues, O, A>(input: SchemaFormInput<I, O, A>): SchemaForm<I, O> {
  const { schema, defaults, describe, fieldText, onDone, onUnchanged, checks } = input;
  const [found] = useState(() => new CheckedFields());
  const fields = useForm<I, unknown, O>({
    defaultValues: defaults,
    resolver: schemaResolver(schema, fieldText, found),
    mode: 'onTouched',
    shouldFocusError: false,
  });
  const { checking, settled } = useChecks(fields, checks, found);
  const { errors, isDirty, touchedFields, isSubmitted } = fields.formState;
  const [failure, setFailure] = useState<Failure>();
  const [pending, setPending] = useState(false);
  const [tried, setTried] = useState(false);
  /** Submitted while an answer to a check was awaited. */
  const [waiting, setWaiting] = useState(false);
  const element = useRef<HTMLFormElement>(null);
  const attach = useCallback((form: HTMLFormElement | null) => {
    element.current = form;
  }, []);
  const busy = useRef(false);
  const refused = useRef(false);
  const done = useRef(false);

  // A rule about several fields marks one of them and may be kept by changing another: a mark that stayed would keep the form from being sent.
  const { subscribe, trigger } = fields;
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ errors: marks = {} }) => {
          const marked = Object.entries(marks).filter(([, mark]) => mark?.type !== BY_SERVER);
          if (marked.length > 0) void trigger(marked.map(([name]) => name as Path<I>));
        },
      }),
    [subscribe, trigger],
  );

  // What is wrong is said in the language of the screen: in another one these words are others.
  const words = fieldText({ code: 'required' });
  const sayAgain = useEffectEvent(() => {
    const marked = Object.entries(errors).filter(([, mark]) => mark?.type !== BY_SERVER);
    if (marked.length > 0) void trigger(marked.map(([name]) => name as Path<I>));
  });
  useEffect(() => sayAgain(), [words]);

  const toFirstWrong = () => {
    const field = element.current?.querySelector<HTMLElement>(FIRST_WRONG);
    if (!field) return;
    refused.current = false;
    field.focus({ preventScroll: true });
    field.scrollIntoView({ block: 'center' });
  };
  // The marks appear a moment after the refusal: the first one that is there takes the focus.
  useEffect(() => {
    if (refused.current) toFirstWrong();
  });

  const refuse = (failed: Failure) => {
    const values = fields.getValues();
    const fieldProblems = Object.entries(failed.fields ?? {}).flatMap(([path, [first]]) => {
      const [name = '', ...part] = path.split('.');
      return first ? [{ name, path, part: part.join('.'), text: fieldText(first) }] : [];
    });
    const otherProblems: string[] = [];
    // `network_ids.0` is told at the field `network_ids`; a field the form does not have, with the whole.
    for (const [name, problems] of Map.groupBy(fieldProblems, (problem) => problem.name)) {
      if (!(name in values)) otherProblems.push(...problems.map(({ path, text }) => `${path}: ${text}`));
      else {
        const texts = problems.map(({ part, text }) => [part, text] as const);
        fields.setError(name as Path<I>, fieldErrorOf(BY_SERVER, texts));
      }
    }
    if (fieldProblems.length === 0) setFailure(failed);
    else if (otherProblems.length > 0) setFailure({ ...failed, reason: otherProblems.join(' ') });
  };

  const touched = isDirty || isSubmitted || Object.keys(touchedFields).length > 0;
  const facts = { touched, errors: Object.keys(errors).length, submitting: pending, checking };
  const submit = async () => {
    if (busy.current) return;
    setTried(true);
    // What is known to be wrong is not sent once more.
    if (!checking && !isValid(facts)) return toFirstWrong();
    busy.current = true;
    setFailure(undefined);
    if (checking) {
      setWaiting(true);
      await settled();
      setWaiting(false);
    }
    await fields.handleSubmit(
      async (values) => {
        setPending(true);
        try {
          const answer = await input.submit(values);
          done.current = true;
          onDone(answer, values);
        } catch (error) {
          refused.current = true;
          refuse(describe(error));
        } finally {
          setPending(false);
        }
      },
      (wrong) => {
        if (onUnchanged && !isDirty && Object.keys(wrong).join() === WHOLE) return onUnchanged();
        refused.current = true;
        // What stands at no field is said above them all.
        const values = fields.getValues();
        const loose = Object.entries(wrong).flatMap(([name, mark]) => (name in values ? [] : [String(mark?.message)]));
        if (loose.length > 0) setFailure({ text: loose.join(' ') });
      },
    )();
    busy.current = false;
  };

  const check = async (places: readonly string[]): Promise<boolean> => {
    const markAt = (name: string) => fields.getFieldState(name as Path<I>).error;
    const names = [...new Set(places.map((place) => place.split('.')[0] ?? ''))];
    await trigger(names.filter((name) => markAt(name)?.type !== BY_SERVER) as Path<I>[]);
    if (errorAt(places, markAt) === undefined) return true;
    refused.current = true;
    toFirstWrong();
    return false;
  };

  return {
    fields,
    failure,
    pending: pending || waiting,
    valid: isValid(facts),
    canSubmit: canSubmit(facts),
    tried,
    wouldLose: () => isDirty && !done.current,
    submit: () => void submit(),
    check,
    attach,
  };
}
