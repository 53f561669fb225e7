import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { TextInput } from '@patternfly/react-core/dist/esm/components/TextInput';
import MinusCircleIcon from '@patternfly/react-icons/dist/esm/icons/minus-circle-icon';
import PlusCircleIcon from '@patternfly/react-icons/dist/esm/icons/plus-circle-icon';
import { useEffect, useId, useRef } from 'react';
import { useUiText } from '../text.ts';
import { describedBy, FieldHelp } from './field-shell.tsx';
import './form.css';

interface TextRowsProps {
  /** What one of them is called; its number follows. */
  what: string;
  /** On the button for one more. */
  add: string;
  /** Without any there is one empty row. */
  values: readonly string[];
  placeholder: string;
  isDisabled: boolean;
  /** What is wrong with each row. */
  errors: readonly (string | undefined)[];
  onChange(values: string[]): void;
  onBlur?: (() => void) | undefined;
}

/** Texts for machines, such as addresses, one a row; rows can be added and taken away, but for the last one. */
export function TextRows({ what, add, values, placeholder, isDisabled, errors, onChange, onBlur }: TextRowsProps) {
  const { t } = useUiText();
  const rows = values.length === 0 ? [''] : values;
  const id = useId();
  const last = useRef<HTMLInputElement>(null);
  const added = useRef(false);
  useEffect(() => {
    if (added.current) last.current?.focus();
    added.current = false;
  }, [rows.length]);
  return (
    <div className="gantry-pairs">
      {rows.map((value, index) => {
        const name = t('pairs.of', { what, number: index + 1 });
        const error = errors[index];
        const rowId = `${id}-${index}`;
        return (
          // A row has no name of its own while it is typed.
          // oxlint-disable-next-line react/no-array-index-key
          <div key={index} {...(error !== undefined && { 'data-field-error': name })}>
            <div className="gantry-pair">
              <TextInput
                ref={index === rows.length - 1 ? last : null}
                dir="ltr"
                value={value}
                aria-label={name}
                placeholder={placeholder}
                isDisabled={isDisabled}
                validated={error === undefined ? 'default' : 'error'}
                {...(error !== undefined && { 'aria-describedby': describedBy(rowId, undefined, error) })}
                onChange={(_, typed) => onChange(rows.map((row, at) => (at === index ? typed : row)))}
                {...(onBlur && { onBlur })}
              />
              {rows.length > 1 && (
                <Button
                  variant="plain"
                  icon={<MinusCircleIcon />}
                  aria-label={t('pairs.remove', { what: value || name })}
                  onClick={() => onChange(rows.filter((_, at) => at !== index))}
                />
              )}
            </div>
            {error !== undefined && <FieldHelp id={rowId} text={error} isError />}
          </div>
        );
      })}
      <div>
        <Button
          variant="link"
          isInline
          icon={<PlusCircleIcon />}
          isDisabled={isDisabled}
          onClick={() => {
            added.current = true;
            onChange([...rows, '']);
          }}
        >
          {add}
        </Button>
      </div>
    </div>
  );
}
