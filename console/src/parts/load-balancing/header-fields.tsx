import { CLIENT_CERTIFICATE_HEADERS, FORWARDED_HEADERS, type InsertedHeader } from '@gantry/contract/nouns/load-balancer-pools/values';
import { Checkbox } from '@patternfly/react-core/dist/esm/components/Checkbox';
import { useId } from 'react';
import type { FieldPath, FieldValues } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { FieldShell } from '../../ui/form/field-shell.tsx';
import type { SchemaForm } from '../../ui/form/use-schema-form.ts';
import type { PoolDraft } from './pool-draft.ts';
import { usePart } from './use-part.ts';

interface HeaderFieldsProps<I extends FieldValues, O> {
  form: SchemaForm<I, O>;
  /** Whether the balancer speaks TLS itself: then it can tell of the certificates of clients. */
  hasTls: boolean;
  /** Whether it asks clients for certificates. */
  hasClientCa: boolean;
}

/** What servers are told by headers of who asks. */
export function HeaderFields<I extends FieldValues, O>({ form, hasTls, hasClientCa }: HeaderFieldsProps<I, O>) {
  const { t } = useTranslation('load-balancer-pools');
  const id = useId();
  const { value: set, error, onChange } = usePart<PoolDraft['insert_headers'], I, O>(form, 'insert_headers' as FieldPath<I>);
  const boxes = (names: readonly InsertedHeader[], isDisabled: boolean) =>
    names.map((name) => (
      <Checkbox
        key={name}
        id={`${id}-${name}`}
        label={<bdi dir="ltr">{name}</bdi>}
        isChecked={!isDisabled && set?.[name] === true}
        isDisabled={isDisabled}
        onChange={(_, on) => onChange({ ...set, [name]: on })}
      />
    ));
  return (
    <>
      <FieldShell id={id} label={t('headers.forwarded')} required={false} helper={t('headers.helper')} error={error} groupRole="group">
        {boxes(FORWARDED_HEADERS, false)}
      </FieldShell>
      {hasTls && (
        <FieldShell
          id={`${id}-clients`}
          label={t('headers.clients')}
          required={false}
          {...(!hasClientCa && { helper: t('headers.clients-helper') })}
          error={undefined}
          groupRole="group"
        >
          {boxes(CLIENT_CERTIFICATE_HEADERS, !hasClientCa)}
        </FieldShell>
      )}
    </>
  );
}
