/** Forms decide about each text field as its pattern says; `server/test/http/text-fields.test.ts` holds the server against the same table. */
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { calls } from '@gantry/contract';
import { schemaResolver } from '../../src/ui/form/schema-resolver.ts';
import { textSamples } from '../../../contract/test/support/text-samples.ts';

type Judge = ReturnType<typeof schemaResolver>;

/** What a form shows at a field that holds the text: the code of what is wrong, in place of a sentence. */
function judged(schema: z.ZodType, text: string): string | undefined {
  const judge: Judge = schemaResolver(z.object({ field: schema }) as z.ZodType<object, object>, ({ code }) => code);
  const { errors } = judge({ field: text }, undefined, { fields: {}, shouldUseNativeValidation: false }) as {
    errors: { field?: { message?: string } };
  };
  return errors.field?.message;
}

const samples = textSamples().filter(({ field }) => field.place === 'body');

describe('text fields of forms', () => {
  it.each(calls.filter(({ body }) => body).map(({ id }) => id))(
    'text fields of forms of %s are refused and taken as their patterns say [choice.pattern-to-field]',
    (id) => {
      for (const { field, text, fits } of samples.filter((sample) => sample.call.id === id)) {
        const code = judged(field.schema, text);
        expect(code === undefined, `${field.path.join('.')} ${JSON.stringify(text.slice(0, 60))}: ${code}`).toBe(fits);
      }
    },
  );
});
