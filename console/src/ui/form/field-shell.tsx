import { FormGroup, FormHelperText } from '@patternfly/react-core/dist/esm/components/Form';
import { HelperText, HelperTextItem } from '@patternfly/react-core/dist/esm/components/HelperText';
import type { ReactNode } from 'react';

interface FieldShellProps {
  id: string;
  label: string;
  /** What stands over it says the same: the label is read out only. */
  hidesLabel?: boolean | undefined;
  required: boolean;
  helper?: ReactNode;
  error: string | undefined;
  /** Several controls under one label. */
  groupRole?: 'group' | 'radiogroup';
  children: ReactNode;
}

/** Ids a control refers to, so that help and error are read out with it. */
export const describedBy = (id: string, helper: ReactNode, error: string | undefined): string | undefined =>
  error !== undefined || helper !== undefined ? `${id}-help` : undefined;

/** Help or error below the control with this id, to which that refers (`describedBy`). PatternFly would add its kind in English: the control says it. */
export function FieldHelp({ id, text, isError }: { id: string; text: ReactNode; isError: boolean }) {
  return (
    <FormHelperText>
      <HelperText>
        <HelperTextItem
          id={`${id}-help`}
          variant={isError ? 'error' : 'default'}
          screenReaderText=""
          aria-live={isError ? 'polite' : 'off'}
        >
          {text}
        </HelperTextItem>
      </HelperText>
    </FormHelperText>
  );
}

/** Label, required mark, help and error around the control of a field. */
export function FieldShell({ id, label, hidesLabel = false, required, helper, error, groupRole, children }: FieldShellProps) {
  const text = error ?? helper;
  return (
    <div {...(error !== undefined && { 'data-field-error': label })}>
      <FormGroup
        fieldId={id}
        label={hidesLabel ? <span className="pf-v6-screen-reader">{label}</span> : label}
        isRequired={required && !hidesLabel}
        {...(groupRole && { role: groupRole, ...(text !== undefined && { 'aria-describedby': `${id}-help` }) })}
      >
        {children}
        {text !== undefined && <FieldHelp id={id} text={text} isError={error !== undefined} />}
      </FormGroup>
    </div>
  );
}
