import { useTranslation } from 'react-i18next';
import type { DefaultValues, FieldValues } from 'react-hook-form';
import type { z } from 'zod';
import { fieldText, useFailure } from '../../app/errors/failure.ts';
import { useSchemaForm, type SchemaForm } from '../../ui/form/use-schema-form.ts';

interface LocalFormInput<I extends FieldValues, O> {
  schema: z.ZodType<O, I>;
  defaults: DefaultValues<I>;
  /** What is typed is right: gets it as it was typed. */
  onDone(draft: I): void;
}

/** A form whose values are a part of another form: nothing is sent. */
export function useLocalForm<I extends FieldValues, O>({ schema, defaults, onDone }: LocalFormInput<I, O>): SchemaForm<I, O> {
  const { t } = useTranslation('load-balancer-pools');
  const { t: shell } = useTranslation('shell');
  const describe = useFailure();
  const form = useSchemaForm<I, O, null>({
    schema,
    defaults,
    submit: () => Promise.resolve(null),
    onDone: () => onDone(form.fields.getValues()),
    describe,
    fieldText: (coded) => t(`fields.${coded.code}` as 'noun.one', { ...coded.params, defaultValue: fieldText(shell, coded) }),
  });
  return form;
}
