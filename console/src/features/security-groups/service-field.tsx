import type { RuleAdd } from '@gantry/contract/nouns/security-groups/bodies';
import { SERVICES } from '@gantry/contract/nouns/security-groups/services';
import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { FormSelect, FormSelectOption } from '@patternfly/react-core/dist/esm/components/FormSelect';
import PlusCircleIcon from '@patternfly/react-icons/dist/esm/icons/plus-circle-icon';
import { useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { describedBy, FieldShell } from '../../ui/form/field-shell.tsx';
import { useControlled } from '../../ui/form/use-controlled.ts';
import type { SchemaForm } from '../../ui/form/use-schema-form.ts';
import { serviceOf, templateOf, type RuleDraft } from './rule-draft.ts';
import './security-groups.css';

interface ServiceFieldProps {
  form: SchemaForm<RuleDraft, RuleAdd>;
  draft: RuleDraft;
}

/** Fills the fields below with those of a well-known service; others are let in with it. */
export function ServiceField({ form, draft }: ServiceFieldProps) {
  const { t } = useTranslation('security-groups');
  const id = useId();
  const { further } = draft;
  const { field, fieldState } = useControlled({ form, name: 'further' });
  const error = fieldState.error?.message;
  const first = serviceOf(draft);
  const added = useRef(false);
  useEffect(() => {
    if (added.current) document.getElementById(`${id}-${further.length}`)?.focus();
    added.current = false;
  }, [id, further.length]);
  const fill = (service: string) => {
    for (const [name, value] of Object.entries(templateOf(service) ?? {}))
      form.fields.setValue(name as keyof RuleDraft, value, { shouldDirty: true, shouldValidate: form.fields.formState.isSubmitted });
  };
  // Beside all ports of a protocol there is nothing to add.
  const isExtensible = (first !== '' || draft.ports.trim() !== '') && further.length + 1 < SERVICES.length;
  const helper = further.length === 0 && !isExtensible ? t('rule.template-helper') : undefined;
  const described = describedBy(id, helper, error);
  return (
    <FieldShell id={id} label={t('rule.template')} required={false} helper={helper} error={error}>
      <div className="gantry-rules-services">
        <FormSelect
          id={id}
          value={first}
          {...(described !== undefined && { 'aria-describedby': described })}
          onChange={(_, service) => fill(service)}
        >
          <FormSelectOption value="" label={t('rule.template-none')} />
          {optionsFor(first, further)}
        </FormSelect>
        {further.map((service, index) => (
          <FormSelect
            // A row has no name of its own while it is chosen.
            // oxlint-disable-next-line react/no-array-index-key
            key={index}
            id={`${id}-${index + 1}`}
            aria-label={t('rule.template-nth', { number: index + 2 })}
            value={service}
            onChange={(_, chosen) => field.onChange(further.with(index, chosen))}
          >
            <FormSelectOption value="" label={t('rule.template-empty')} />
            {optionsFor(service, [first, ...further])}
          </FormSelect>
        ))}
        {isExtensible && (
          <div>
            <Button
              variant="link"
              isInline
              icon={<PlusCircleIcon />}
              onClick={() => {
                added.current = true;
                field.onChange([...further, '']);
              }}
            >
              {t('rule.template-add')}
            </Button>
          </div>
        )}
      </div>
    </FieldShell>
  );
}

/** The one that is chosen here, and those that are not chosen elsewhere. */
const optionsFor = (own: string, all: readonly string[]) =>
  SERVICES.filter(({ id }) => id === own || !all.includes(id)).map(({ id }) => <FormSelectOption key={id} value={id} label={id} />);
