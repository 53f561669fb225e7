import type { Answer, Call, CallInput } from '@gantry/contract/wire/call';
import { useTranslation } from 'react-i18next';
import type { DefaultValues, FieldValues } from 'react-hook-form';
import type { z } from 'zod';
import type { Checks } from '../../ui/form/use-checks.ts';
import { useSchemaForm, type SchemaForm } from '../../ui/form/use-schema-form.ts';
import type { ApiCall } from '../api/calls.ts';
import { useCommand } from '../api/hooks.ts';
import { useRefresh } from '../api/use-refresh.ts';
import { fieldText, useFailure } from '../errors/failure.ts';
import type { TextResources } from '../i18n/resources.ts';

export interface ResourceFormInput<C extends Call, I extends FieldValues, O> {
  /** Namespace whose `fields` say what is wrong with a value of this noun's own; what it does not say, the shell does. */
  noun: keyof TextResources;
  /** A noun whose things are a part of this one, so that the server judges their values as well. */
  part?: keyof TextResources;
  /** Kind that changes, as in the contract: what shows it is read again. */
  kind: string;
  call: ApiCall<C>;
  params?: CallInput<C>['params'];
  /** The contract's schema of the body, or of a part of it. */
  schema: z.ZodType<O, I>;
  defaults: DefaultValues<I>;
  /** Sends it in another way than as the call's body. */
  send?: ((values: O) => Promise<Answer<C>>) | undefined;
  /** What only the server knows of a field, asked while it is typed. */
  checks?: Checks<I> | undefined;
  /** A status that what is wrong with a field speaks of, in words; as the server tells it where absent. */
  statusText?: ((status: string) => string) | undefined;
  /** The server has accepted what was sent. */
  onDone(answer: Answer<C>, sent: O): void;
  /** It is submitted as it was opened, and lacks nothing but a change. */
  onUnchanged?: (() => void) | undefined;
}

/** A form whose values are the body of a call. */
export function useResourceForm<C extends Call, I extends FieldValues, O>(input: ResourceFormInput<C, I, O>): SchemaForm<I, O> {
  const { noun, part, kind, call, params, schema, defaults, send, checks, statusText, onDone, onUnchanged } = input;
  const { t } = useTranslation(noun as 'shell');
  const { t: shell } = useTranslation('shell');
  const describe = useFailure();
  const refresh = useRefresh(kind);
  const command = useCommand(call);
  return useSchemaForm({
    schema,
    defaults,
    ...(checks && { checks }),
    onUnchanged,
    submit: send ?? ((body) => command.mutateAsync({ ...(params !== undefined && { params }), body } as CallInput<C>)),
    onDone: (answer, sent) => {
      void refresh();
      onDone(answer, sent);
    },
    describe,
    fieldText: ({ code, params }) => {
      const status = params?.['status'];
      const said = { ...params, ...(statusText && typeof status === 'string' && { status: statusText(status) }) };
      const keys = [`fields.${code}`, ...(part === undefined ? [] : [`${part}:fields.${code}`])];
      return t(keys as ['fields.invalid'], { ...said, defaultValue: fieldText(shell, { code, params: said }) });
    },
  });
}
