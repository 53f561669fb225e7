import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { TextInput } from '@patternfly/react-core/dist/esm/components/TextInput';
import MinusCircleIcon from '@patternfly/react-icons/dist/esm/icons/minus-circle-icon';
import PlusCircleIcon from '@patternfly/react-icons/dist/esm/icons/plus-circle-icon';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { FieldHelp } from '../../ui/form/field-shell.tsx';
import { useUiText } from '../../ui/text.ts';
import type { Range } from './subnet-draft.ts';

interface PoolRowsProps {
  pools: readonly Range[];
  /** What is wrong with each. */
  errors: readonly { start: string | undefined; end: string | undefined; whole: string | undefined }[];
  onChange(pools: Range[]): void;
  onBlur(): void;
}

/** Ranges of addresses, each from its first to its last one. */
export function PoolRows({ pools, errors, onChange, onBlur }: PoolRowsProps) {
  const { t } = useTranslation('networks');
  const { t: ui } = useUiText();
  const id = useId();
  return (
    <div className="gantry-pairs">
      {pools.map((pool, index) => {
        const name = t('subnet.pool', { number: index + 1 });
        const wrong = errors[index];
        const text = wrong?.start ?? wrong?.end ?? wrong?.whole;
        const rowId = `${id}-${index}`;
        const input = (end: 'start' | 'end') => (
          <TextInput
            dir="ltr"
            value={pool[end]}
            aria-label={`${name}: ${t(`subnet.pool-${end}`)}`}
            placeholder={t(`subnet.pool-${end}`)}
            validated={(wrong?.[end] ?? wrong?.whole) === undefined ? 'default' : 'error'}
            {...(text !== undefined && { 'aria-describedby': `${rowId}-help` })}
            onChange={(_, typed) => onChange(pools.map((row, at) => (at === index ? { ...row, [end]: typed } : row)))}
            onBlur={onBlur}
          />
        );
        return (
          // A row has no name of its own while it is typed.
          // oxlint-disable-next-line react/no-array-index-key
          <div key={index} {...(text !== undefined && { 'data-field-error': name })}>
            <div className="gantry-pair">
              {input('start')}
              {input('end')}
              <Button
                variant="plain"
                icon={<MinusCircleIcon />}
                aria-label={ui('pairs.remove', { what: name })}
                onClick={() => onChange(pools.filter((_, at) => at !== index))}
              />
            </div>
            {text !== undefined && <FieldHelp id={rowId} text={text} isError />}
          </div>
        );
      })}
      <div>
        <Button variant="link" isInline icon={<PlusCircleIcon />} onClick={() => onChange([...pools, { start: '', end: '' }])}>
          {t('subnet.pool-add')}
        </Button>
      </div>
    </div>
  );
}
