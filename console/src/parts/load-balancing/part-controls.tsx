import { TextArea } from '@patternfly/react-core/dist/esm/components/TextArea';
import { InputGroup, InputGroupItem, InputGroupText } from '@patternfly/react-core/dist/esm/components/InputGroup';
import { TextInput } from '@patternfly/react-core/dist/esm/components/TextInput';
import { useId } from 'react';
import { describedBy, FieldShell } from '../../ui/form/field-shell.tsx';
import { FileButton, type FileButtonProps } from '../../ui/form/file-button.tsx';

interface PartProps<V> {
  label: string;
  helper?: string;
  required?: boolean;
  value: V;
  /** What is wrong with it. */
  error: string | undefined;
  onChange(value: V): void;
}

const controlOf = (id: string, helper: string | undefined, error: string | undefined) => {
  const described = describedBy(id, helper, error);
  return {
    id,
    validated: error === undefined ? ('default' as const) : ('error' as const),
    ...(described !== undefined && { 'aria-describedby': described }),
  };
};

/** A text for a machine that is a part of a field's value; it can be read from a file. */
export function PartFileText(props: PartProps<string> & { file: Omit<FileButtonProps, 'onText'> }) {
  const { label, helper, required = false, value, error, onChange, file } = props;
  const id = useId();
  return (
    <div>
      <FieldShell id={id} label={label} required={required} helper={helper} error={error}>
        <TextArea
          {...controlOf(id, helper, error)}
          className="gantry-code"
          dir="ltr"
          rows={4}
          spellCheck={false}
          value={value}
          isRequired={required}
          resizeOrientation="vertical"
          onChange={(_, text) => onChange(text)}
        />
      </FieldShell>
      <FileButton {...file} onText={onChange} />
    </div>
  );
}

/** A line of text that is a part of a field's value. */
export function PartText({ label, helper, required = false, value, error, onChange }: PartProps<string>) {
  const id = useId();
  return (
    <FieldShell id={id} label={label} required={required} helper={helper} error={error}>
      <TextInput {...controlOf(id, helper, error)} dir="ltr" value={value} isRequired={required} onChange={(_, text) => onChange(text)} />
    </FieldShell>
  );
}

interface PartNumberProps extends PartProps<number | undefined> {
  min: number;
  max: number;
  unit?: string;
}

/** A whole number that is a part of a field's value. Empty is undefined. */
export function PartNumber({ label, helper, value, error, onChange, min, max, unit }: PartNumberProps) {
  const id = useId();
  return (
    <FieldShell id={id} label={label} required helper={helper} error={error}>
      <InputGroup>
        <InputGroupItem isFill>
          <TextInput
            {...controlOf(id, helper, error)}
            type="number"
            min={min}
            max={max}
            value={value ?? ''}
            isRequired
            onChange={(_, text) => onChange(text === '' ? undefined : Number(text))}
          />
        </InputGroupItem>
        {unit !== undefined && <InputGroupText>{unit}</InputGroupText>}
      </InputGroup>
    </FieldShell>
  );
}
