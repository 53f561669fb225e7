import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { TextInput } from '@patternfly/react-core/dist/esm/components/TextInput';
import MinusCircleIcon from '@patternfly/react-icons/dist/esm/icons/minus-circle-icon';
import PlusCircleIcon from '@patternfly/react-icons/dist/esm/icons/plus-circle-icon';
import { useEffect, useId, useRef } from 'react';
import type { FieldValues } from 'react-hook-form';
import { useUiText } from '../text.ts';
import { FieldShell } from './field-shell.tsx';
import type { FieldProps } from './fields.tsx';
import './form.css';
import { useControlled } from './use-controlled.ts';

/** One row. */
interface Pair {
  key: string;
  value: string;
}

interface PairsFieldProps<I extends FieldValues, O> extends FieldProps<I, O> {
  texts: { key: string; value: string; add: string };
}

/** Keys with their values, in rows that can be added and taken away. */
export function PairsField<I extends FieldValues, O>({ form, name, label, helper, texts }: PairsFieldProps<I, O>) {
  const { t } = useUiText();
  const id = useId();
  const { field, fieldState } = useControlled({ form, name });
  const pairs: readonly Pair[] = field.value;
  const last = useRef<HTMLInputElement>(null);
  const added = useRef(false);
  useEffect(() => {
    if (added.current) last.current?.focus();
    added.current = false;
  }, [pairs.length]);
  const set = (index: number, change: Partial<Pair>) =>
    field.onChange(pairs.map((pair, at) => (at === index ? { ...pair, ...change } : pair)));
  const error = fieldState.error?.message;
  const isWrong = ({ key }: Pair, index: number) =>
    key.trim() === '' || pairs.findIndex((pair) => pair.key.trim() === key.trim()) !== index;
  return (
    <FieldShell id={id} label={label} required={false} helper={helper} error={error} groupRole="group">
      <div className="gantry-pairs">
        {pairs.map((pair, index) => {
          const wrong = error !== undefined && isWrong(pair, index);
          return (
            // A row has no name of its own while it is typed.
            // oxlint-disable-next-line react/no-array-index-key
            <div key={index} className="gantry-pair">
              <TextInput
                ref={index === pairs.length - 1 ? last : null}
                value={pair.key}
                aria-label={t('pairs.of', { what: texts.key, number: index + 1 })}
                placeholder={texts.key}
                validated={wrong ? 'error' : 'default'}
                onChange={(_, key) => set(index, { key })}
                onBlur={field.onBlur}
              />
              <TextInput
                value={pair.value}
                aria-label={t('pairs.of', { what: texts.value, number: index + 1 })}
                placeholder={texts.value}
                onChange={(_, value) => set(index, { value })}
                onBlur={field.onBlur}
              />
              <Button
                variant="plain"
                icon={<MinusCircleIcon />}
                aria-label={t('pairs.remove', { what: pair.key || index + 1 })}
                onClick={() => field.onChange(pairs.filter((_, at) => at !== index))}
              />
            </div>
          );
        })}
      </div>
      <Button
        variant="link"
        isInline
        icon={<PlusCircleIcon />}
        onClick={() => {
          added.current = true;
          field.onChange([...pairs, { key: '', value: '' }]);
        }}
      >
        {texts.add}
      </Button>
    </FieldShell>
  );
}
