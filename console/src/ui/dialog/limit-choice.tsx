import { Checkbox } from '@patternfly/react-core/dist/esm/components/Checkbox';
import { InputGroup, InputGroupItem, InputGroupText } from '@patternfly/react-core/dist/esm/components/InputGroup';
import { TextInput } from '@patternfly/react-core/dist/esm/components/TextInput';
import { useId } from 'react';
import type { TimeLimit } from '../action/action.ts';
import { describedBy, FieldShell } from '../form/field-shell.tsx';

/** Whether a number is one that may be asked for. */
export const fitsIn = ({ min, max, endless }: TimeLimit, value: number | undefined): boolean =>
  value !== undefined && (value === endless.value || (Number.isInteger(value) && value >= min && value <= max));

interface LimitChoiceProps {
  limit: TimeLimit;
  /** Undefined while nothing is typed. */
  value: number | undefined;
  error: string | undefined;
  onChange(value: number | undefined): void;
}

/** Asks for a time limit, or for none. */
export function LimitChoice({ limit, value, error, onChange }: LimitChoiceProps) {
  const id = useId();
  const { label, helper, unit, min, max, initial, endless } = limit;
  const isEndless = value === endless.value;
  const described = describedBy(id, helper, error);
  return (
    <>
      <FieldShell id={id} label={label} required={false} helper={helper} error={error}>
        <InputGroup>
          <InputGroupItem isFill>
            <TextInput
              id={id}
              type="number"
              min={min}
              max={max}
              step={1}
              value={isEndless ? '' : (value ?? '')}
              isDisabled={isEndless}
              validated={error === undefined ? 'default' : 'error'}
              {...(described !== undefined && { 'aria-describedby': described })}
              onChange={(_, text) => onChange(text === '' ? undefined : Number(text))}
            />
          </InputGroupItem>
          <InputGroupText>{unit}</InputGroupText>
        </InputGroup>
      </FieldShell>
      <Checkbox
        id={`${id}-endless`}
        label={endless.label}
        isChecked={isEndless}
        onChange={(_, on) => onChange(on ? endless.value : initial)}
      />
    </>
  );
}
