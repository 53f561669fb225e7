import type { ReachObstacle } from '@gantry/contract/nouns/servers/reach';
import { Checkbox } from '@patternfly/react-core/dist/esm/components/Checkbox';
import { FormSelect, FormSelectOption } from '@patternfly/react-core/dist/esm/components/FormSelect';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { FieldHelp } from '../../../../ui/form/field-shell.tsx';
import { useControlled } from '../../../../ui/form/use-controlled.ts';
import { countOf } from '../draft.ts';
import { useOutside, useReach } from '../use-reach.ts';
import type { StepProps } from './step-props.ts';

/** Whether the server is reached from outside as soon as it runs, and what is made with it for that. */
export function Reachable({ form, draft }: Pick<StepProps, 'form' | 'draft'>) {
  const { t } = useTranslation('servers');
  const id = useId();
  const outside = useOutside();
  const reach = useReach(draft);
  const { field, fieldState } = useControlled({ form, name: 'reachable_from' });
  const { ref, onChange, onBlur } = field;
  const why = ({ code, params: { router = '', network = '' } }: ReachObstacle) => t(`fields.${code}`, { router, network });
  if (outside.length === 0) return null;
  const isOne = countOf(draft) === 1;
  const problem = fieldState.error?.message ?? (reach && 'obstacle' in reach ? why(reach.obstacle) : undefined);
  const isOn = draft.reachable_from !== undefined;
  return (
    <div className="gantry-reach">
      <Checkbox
        id={id}
        ref={ref}
        label={t('reach.title')}
        description={isOne ? t('reach.helper') : t('wizard.only-one')}
        isDisabled={!isOne && !isOn}
        isChecked={isOn}
        onChange={(_, on) => onChange(on ? outside[0]?.id : undefined)}
        onBlur={onBlur}
        body={
          isOn && (
            <>
              {outside.length > 1 && (
                <FormSelect aria-label={t('reach.from')} value={draft.reachable_from} onChange={(_, from) => onChange(from)}>
                  {outside.map((network) => (
                    <FormSelectOption key={network.id} value={network.id} label={network.name || network.id} />
                  ))}
                </FormSelect>
              )}
              {reach && 'made' in reach && (
                <>
                  <p id={`${id}-made`}>{t('reach.made')}</p>
                  <ul aria-labelledby={`${id}-made`}>
                    {reach.made.map((one) => (
                      <li key={one}>{one}</li>
                    ))}
                  </ul>
                </>
              )}
              {problem !== undefined && <FieldHelp id={`${id}-wrong`} text={problem} isError />}
            </>
          )
        }
      />
    </div>
  );
}
