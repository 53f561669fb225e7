import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { InputGroup, InputGroupItem } from '@patternfly/react-core/dist/esm/components/InputGroup';
import { TextInput, type TextInputProps } from '@patternfly/react-core/dist/esm/components/TextInput';
import EyeIcon from '@patternfly/react-icons/dist/esm/icons/eye-icon';
import EyeSlashIcon from '@patternfly/react-icons/dist/esm/icons/eye-slash-icon';
import { useState, type Ref } from 'react';

type PasswordInputProps = Omit<TextInputProps, 'type' | 'onChange' | 'ref' | 'value'> & {
  ref?: Ref<HTMLInputElement>;
  value: string;
  onChange(text: string): void;
  /** Names of the button that shows what is typed, and hides it again. */
  reveal: { show: string; hide: string };
};

/** A password: hidden, until its button is pressed. */
export function PasswordInput({ reveal, onChange, ref, ...input }: PasswordInputProps) {
  const [isShown, setShown] = useState(false);
  return (
    <InputGroup>
      <InputGroupItem isFill>
        <TextInput {...input} {...(ref && { ref })} type={isShown ? 'text' : 'password'} onChange={(_, text) => onChange(text)} />
      </InputGroupItem>
      <InputGroupItem>
        <Button
          variant="control"
          aria-label={isShown ? reveal.hide : reveal.show}
          icon={isShown ? <EyeSlashIcon /> : <EyeIcon />}
          onClick={() => setShown(!isShown)}
        />
      </InputGroupItem>
    </InputGroup>
  );
}
