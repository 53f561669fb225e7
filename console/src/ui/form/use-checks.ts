import type { CodedText } from '@gantry/contract/wire/errors';
import { useEffect, useRef, useState } from 'react';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import type { CheckedFields } from './checked-fields.ts';

/** Milliseconds without a change before the server is asked. */
const QUIET_MS = 300;

/** Asks the server what only it knows of a value: what is wrong with it, or nothing. What fails says nothing: submitting will tell. */
export type Check = (value: unknown, signal: AbortSignal) => Promise<CodedText | undefined>;

/** By field: what its value is checked by while it is typed. */
export type Checks<I extends FieldValues> = Readonly<Partial<Record<Path<I>, Check>>>;

/** Whether an answer is awaited, and what ends when none is. */
interface Checking {
  checking: boolean;
  settled(): Promise<void>;
}

/** Runs the checks of a form as its fields change, the last value of each alone. */
export function useChecks<I extends FieldValues, O>(
  fields: UseFormReturn<I, unknown, O>,
  checks: Checks<I> | undefined,
  found: CheckedFields,
): Checking {
  const [awaited, setAwaited] = useState(0);
  const [asking] = useState(() => new Set<Promise<void>>());
  const latest = useRef(checks);
  useEffect(() => {
    latest.current = checks;
  });
  const { subscribe, trigger, getValues } = fields;
  useEffect(() => {
    const running = new Map<string, AbortController>();
    const run = async (name: Path<I>, check: Check, { signal }: AbortController) => {
      await new Promise((wake) => setTimeout(wake, QUIET_MS));
      if (signal.aborted) return;
      const asked = ask(name, check, signal);
      setAwaited(asking.add(asked).size);
      await asked;
      asking.delete(asked);
      setAwaited(asking.size);
    };
    const ask = async (name: Path<I>, check: Check, signal: AbortSignal) => {
      const value: unknown = getValues(name);
      // What cannot be asked now is judged when the form is sent.
      const problem = await check(value, signal).catch(() => undefined);
      if (signal.aborted) return;
      found.note(name, value, problem);
      if (problem) void trigger(name);
    };
    const stop = subscribe({
      formState: { values: true },
      callback: ({ name }) => {
        const check = name === undefined ? undefined : latest.current?.[name as Path<I>];
        if (name === undefined || check === undefined) return;
        running.get(name)?.abort();
        const controller = new AbortController();
        running.set(name, controller);
        void run(name as Path<I>, check, controller);
      },
    });
    return () => {
      stop();
      for (const controller of running.values()) controller.abort();
    };
  }, [subscribe, trigger, getValues, found, asking]);
  const settled = async () => {
    while (asking.size > 0) await Promise.all(asking);
  };
  return { checking: awaited > 0, settled };
}
