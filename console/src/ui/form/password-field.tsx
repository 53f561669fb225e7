import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { InputGroup, InputGroupItem } from '@patternfly/react-core/dist/esm/components/InputGroup';
import { TextInput } from '@patternfly/react-core/dist/esm/components/TextInput';
import EyeIcon from '@patternfly/react-icons/dist/esm/icons/eye-icon';
import EyeSlashIcon from '@patternfly/react-icons/dist/esm/icons/eye-slash-icon';
import { useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { useUiText } from '../text.ts';
import { FieldShell } from './field-shell.tsx';
import { useField, type FieldProps } from './fields.tsx';

/** A new password: hidden, until its button is pressed. */
export function PasswordField<I extends FieldValues, O>(props: FieldProps<I, O>) {
  const { id, field, error, control } = useField(props);
  const { label, required = false, helper } = props;
  const { t } = useUiText();
  const [isShown, setShown] = useState(false);
  return (
    <FieldShell id={id} label={label} required={required} helper={helper} error={error}>
      <InputGroup>
        <InputGroupItem isFill>
          <TextInput
            {...control}
            type={isShown ? 'text' : 'password'}
            autoComplete="new-password"
            value={String(field.value ?? '')}
            onChange={(_, text) => field.onChange(text)}
            isRequired={required}
          />
        </InputGroupItem>
        <InputGroupItem>
          <Button
            variant="control"
            aria-label={t(isShown ? 'password.hide' : 'password.show', { label })}
            icon={isShown ? <EyeSlashIcon /> : <EyeIcon />}
            onClick={() => setShown(!isShown)}
          />
        </InputGroupItem>
      </InputGroup>
    </FieldShell>
  );
}
