import type { CodedText } from '@gantry/contract/wire/errors';
import type { FieldValues, Resolver } from 'react-hook-form';
import type { z } from 'zod';
import { markOf } from './marks.ts';

/** What is wrong with one field, in the language of the screen. */
export type FieldText = (text: CodedText) => string;

/** A rule's own code and bounds, as the server would tell them. Messages of the contract are codes; one of zod's own is shown as `invalid`. */
function codeOf(issue: z.core.$ZodIssue): CodedText {
  const params = {
    ...('params' in issue && issue.params),
    ...('minimum' in issue && { min: Number(issue.minimum) }),
    ...('maximum' in issue && { max: Number(issue.maximum) }),
  };
  return { code: /^[a-z][a-z_]*$/.test(issue.message) ? issue.message : 'invalid', params };
}

/**
 * Validates a form by a schema of the contract: the server will judge by the same. One error for each part of a field, the first. Not
 * @hookform/resolvers: its errors hold a message alone, without the bounds that the sentence of a code names.
 */
export function schemaResolver<I extends FieldValues, O>(schema: z.ZodType<O, I>, fieldText: FieldText): Resolver<I, unknown, O> {
  return (values) => {
    const result = schema.safeParse(values);
    if (result.success) return { values: result.data, errors: {} };
    const marks = [...Map.groupBy(result.error.issues, ({ path }) => String(path[0] ?? 'root'))].map(([field, issues]) => {
      const texts = issues.map((issue) => [issue.path.slice(1).join('.'), fieldText(codeOf(issue))] as const);
      return [field, markOf(issues[0]?.code ?? 'custom', texts)];
    });
    return { values: {}, errors: Object.fromEntries(marks) };
  };
}
