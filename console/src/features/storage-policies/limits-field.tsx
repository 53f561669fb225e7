import { FormSelect, FormSelectOption } from '@patternfly/react-core/dist/esm/components/FormSelect';
import { InputGroup, InputGroupItem, InputGroupText } from '@patternfly/react-core/dist/esm/components/InputGroup';
import { TextInput } from '@patternfly/react-core/dist/esm/components/TextInput';
import { MEASURES, type Limited, type Measure, type PolicyLimits } from '@gantry/contract/nouns/storage-policies/limits';
import { useId, useState } from 'react';
import type { FieldPath, FieldValues } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { FieldShell } from '../../ui/form/field-shell.tsx';
import { partErrorsAt, partErrorsOf, type PartErrors } from '../../ui/form/field-errors.ts';
import { useControlled } from '../../ui/form/use-controlled.ts';
import type { SchemaForm } from '../../ui/form/use-schema-form.ts';
import { fromMib } from '../../ui/show/format-size.ts';
import { SHARES, unitOf } from './limits.ts';

interface MeasureFieldProps {
  measure: Measure;
  value: PolicyLimits;
  marks: PartErrors;
  onChange(limits: PolicyLimits): void;
  onBlur(): void;
}

/** Limits of one measure: what of it is limited, and whether for a volume or for each GiB of it. */
function MeasureField({ measure, value, marks, onChange, onBlur }: MeasureFieldProps) {
  const { t } = useTranslation('storage-policies');
  const id = useId();
  const names = SHARES.map((share) => ({ share, of: `${share}_${measure}` as Limited }));
  const [isEach, setEach] = useState(() => names.some(({ of }) => value[of]?.per_gib));
  const scale = measure === 'bytes' ? fromMib(1) : 1;
  const set = (of: Limited, change: Partial<NonNullable<PolicyLimits[Limited]>> | undefined) => {
    const { [of]: before, ...others } = value;
    onChange(change ? { ...others, [of]: { amount: 0, ...before, per_gib: isEach, ...change } } : others);
  };
  const toEach = (now: boolean) => {
    setEach(now);
    const changed = names.flatMap(({ of }) => {
      const limit = value[of];
      return limit ? [[of, { amount: limit.amount, per_gib: now, ...(now && limit.minimum && { minimum: limit.minimum }) }]] : [];
    });
    if (changed.length > 0) onChange({ ...value, ...(Object.fromEntries(changed) as PolicyLimits) });
  };
  const problems = names.map(({ of }) => Object.values(partErrorsAt(marks, of))[0]);
  const wrong = problems.find((text) => text !== undefined);
  const input = (label: string, amount: number | undefined, isWrong: boolean, change: (amount: number | undefined) => void) => (
    <InputGroup>
      <InputGroupItem isFill>
        <TextInput
          type="number"
          min={0}
          step="any"
          aria-label={label}
          placeholder={label}
          value={amount === undefined ? '' : String(amount / scale)}
          validated={isWrong ? 'error' : 'default'}
          onChange={(_, typed) => change(typed === '' ? undefined : Math.round(Number(typed) * scale))}
          onBlur={onBlur}
        />
      </InputGroupItem>
      <InputGroupText>{unitOf(measure)}</InputGroupText>
    </InputGroup>
  );
  return (
    <FieldShell id={id} label={t(`limits.${measure}`)} required={false} helper={t('limits.helper')} error={wrong} groupRole="group">
      <div className="gantry-pairs">
        <FormSelect
          aria-label={t('limits.per', { what: t(`limits.${measure}`) })}
          value={isEach ? 'gib' : 'volume'}
          onChange={(_, chosen) => toEach(chosen === 'gib')}
        >
          <FormSelectOption value="volume" label={t('limits.volume')} />
          <FormSelectOption value="gib" label={t('limits.gib')} />
        </FormSelect>
        {names.map(({ share, of }, index) => {
          const { amount, minimum } = value[of] ?? {};
          const label = t('limits.of', { what: t(`limits.${measure}`), share: t(`limits.${share}`) });
          const isWrong = problems[index] !== undefined;
          return (
            <div key={of} className="gantry-pair">
              {input(label, amount, isWrong, (typed) => set(of, typed === undefined ? undefined : { amount: typed }))}
              {isEach && amount !== undefined
                ? input(t('limits.least', { what: label }), minimum, isWrong, (typed) => set(of, { minimum: typed }))
                : null}
            </div>
          );
        })}
      </div>
    </FieldShell>
  );
}

/** How much each volume of a policy may read and write. */
export function LimitsField<I extends FieldValues, O>({ form }: { form: SchemaForm<I, O> }) {
  const { field, fieldState } = useControlled({ form, name: 'limits' as FieldPath<I> });
  const value = field.value as PolicyLimits;
  const marks = partErrorsOf(fieldState.error);
  return MEASURES.map((measure) => (
    <MeasureField key={measure} measure={measure} value={value} marks={marks} onChange={field.onChange} onBlur={field.onBlur} />
  ));
}
