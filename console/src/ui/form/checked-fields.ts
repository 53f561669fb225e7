import type { CodedText } from '@gantry/contract/wire/errors';
import { get, type FieldErrors, type FieldValues } from 'react-hook-form';
import { fieldErrorOf, type FieldText } from './field-errors.ts';

/** What checks have found, each for the value that it was found for. */
export class CheckedFields {
  readonly #found = new Map<string, { value: unknown; problem: CodedText }>();

  note(name: string, value: unknown, problem: CodedText | undefined): void {
    if (problem) this.#found.set(name, { value, problem });
    else this.#found.delete(name);
  }

  /** The errors of a form with what was found: of fields that are right as far as the schema knows. */
  addTo<I extends FieldValues>(errors: FieldErrors<I>, values: I, fieldText: FieldText): FieldErrors<I> {
    const added = [...this.#found].filter(([name, { value }]) => get(values, name) === value && get(errors, name) === undefined);
    return {
      ...errors,
      ...Object.fromEntries(added.map(([name, { problem }]) => [name, fieldErrorOf('checked', [['', fieldText(problem)]])])),
    };
  }
}
