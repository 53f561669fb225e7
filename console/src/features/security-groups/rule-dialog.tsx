import type { RuleCreate } from '@gantry/contract/nouns/security-groups/bodies';
import type { SecurityGroup } from '@gantry/contract/nouns/security-groups/entity';
import type { exposedServices } from '@gantry/contract/nouns/security-groups/openings';
import { SERVICES } from '@gantry/contract/nouns/security-groups/services';
import { FormSelect, FormSelectOption } from '@patternfly/react-core/dist/esm/components/FormSelect';
import { useId, useMemo } from 'react';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { api } from '../../app/api/calls.ts';
import { CommandDialog } from '../../app/form/command-dialog.tsx';
import { useOptions } from '../../app/list/use-options.ts';
import { useRuleWords } from '../../parts/security-groups/rule-words.ts';
import { useNounText } from '../../app/resource/noun-text.ts';
import { FieldShell } from '../../ui/form/field-shell.tsx';
import { NumberField, TextField, useField } from '../../ui/form/fields.tsx';
import { PickField } from '../../ui/form/pick-field.tsx';
import { RadioField } from '../../ui/form/radio-field.tsx';
import type { SchemaForm } from '../../ui/form/use-schema-form.ts';
import { Exposed } from './exposed.tsx';
import { ANY, newRule, numbersOf, OTHER, PROTOCOLS, protocolOf, ruleSchema, serviceOf, templateOf, type RuleDraft } from './rule-draft.ts';

type RuleForm = SchemaForm<RuleDraft, RuleCreate>;

interface RuleDialogProps {
  group: SecurityGroup;
  direction: RuleDraft['direction'];
  onClose(): void;
}

const LARGEST = { ports: 65_535, icmp: 255 } as const;

/** Adds a rule to a security group, made of a template or by hand. */
export function RuleDialog({ group, direction, onClose }: RuleDialogProps) {
  const { t } = useTranslation('security-groups');
  const schema = useMemo(() => ruleSchema(group.id), [group.id]);
  return (
    <CommandDialog
      noun="security-groups"
      kind="security_group"
      item={group}
      call={api.securityGroups.createRule}
      schema={schema}
      defaults={newRule(direction)}
      label={t(`rules.add-${direction}`)}
      intro={t('rules.at-once')}
      submitLabel={t('rules.add')}
      onClose={onClose}
    >
      {(form) => <Fields form={form} />}
    </CommandDialog>
  );
}

function Fields({ form }: { form: RuleForm }) {
  const { t } = useTranslation('security-groups');
  const draft = useWatch({ control: form.fields.control }) as RuleDraft;
  const numbers = numbersOf(draft);
  const isIn = draft.direction === 'ingress';
  return (
    <>
      <Template form={form} draft={draft} />
      <RadioField
        form={form}
        name="ethertype"
        label={t('rule.version')}
        options={[
          { value: 'IPv4', label: 'IPv4' },
          { value: 'IPv6', label: 'IPv6' },
        ]}
      />
      <Protocol form={form} />
      {draft.chosen === OTHER && (
        <TextField form={form} name="protocol" label={t('rule.protocol-other')} required helper={t('rule.protocol-helper')} />
      )}
      {numbers && (
        <>
          <NumberField
            form={form}
            name="port_range_min"
            label={t(`rule.${numbers}-first`)}
            helper={t(`rule.${numbers}-first-helper`)}
            min={0}
            max={LARGEST[numbers]}
          />
          <NumberField
            form={form}
            name="port_range_max"
            label={t(`rule.${numbers}-last`)}
            helper={t(`rule.${numbers}-last-helper`)}
            min={0}
            max={LARGEST[numbers]}
          />
        </>
      )}
      <RadioField
        form={form}
        name="remote"
        label={t(isIn ? 'rule.from' : 'rule.to')}
        options={[
          { value: 'any', label: t('rule.remote-any') },
          { value: 'prefix', label: t('rule.remote-prefix') },
          { value: 'group', label: t('rule.remote-group'), description: t('rule.remote-group-helper') },
        ]}
      />
      {draft.remote === 'prefix' && (
        <TextField form={form} name="remote_ip_prefix" label={t('rule.prefix')} required helper={t('rule.prefix-helper')} />
      )}
      {draft.remote === 'group' && <Group form={form} />}
      <Exposed group={{ security_group_rules: isWide(draft) ? [asRule(draft)] : [] }} />
    </>
  );
}

const isWide = ({ remote, remote_ip_prefix: prefix }: RuleDraft): boolean =>
  remote === 'any' || (remote === 'prefix' && prefix.trim().endsWith('/0'));

/** The rule that a draft would be, as far as the warning reads it. */
const asRule = (draft: RuleDraft): Parameters<typeof exposedServices>[0][number] => {
  const hasPorts = numbersOf(draft) === 'ports';
  const first = (hasPorts ? draft.port_range_min : undefined) ?? null;
  return {
    id: '',
    direction: draft.direction,
    ethertype: draft.ethertype,
    protocol: protocolOf(draft) ?? null,
    port_range_min: first,
    port_range_max: draft.port_range_max ?? first,
    remote_ip_prefix: null,
    remote_group_id: null,
  };
};

/** Fills the fields below with those of a well-known service. */
function Template({ form, draft }: { form: RuleForm; draft: RuleDraft }) {
  const { t } = useTranslation('security-groups');
  const id = useId();
  const fill = (service: string) => {
    for (const [name, value] of Object.entries(templateOf(service) ?? {}))
      form.fields.setValue(name as keyof RuleDraft, value, { shouldDirty: true, shouldValidate: form.fields.formState.isSubmitted });
  };
  return (
    <FieldShell id={id} label={t('rule.template')} required={false} helper={t('rule.template-helper')} error={undefined}>
      <FormSelect id={id} value={serviceOf(draft)} aria-describedby={`${id}-help`} onChange={(_, service) => fill(service)}>
        <FormSelectOption value="" label={t('rule.template-none')} />
        {SERVICES.map((service) => (
          <FormSelectOption key={service.id} value={service.id} label={service.id} />
        ))}
      </FormSelect>
    </FieldShell>
  );
}

function Protocol({ form }: { form: RuleForm }) {
  const { t } = useTranslation('security-groups');
  const words = useRuleWords();
  const label = t('rule.protocol');
  const { id, field, error, control } = useField({ form, name: 'chosen', label });
  return (
    <FieldShell id={id} label={label} required={false} error={error}>
      <FormSelect {...control} value={String(field.value)} onChange={(_, chosen) => field.onChange(chosen)}>
        <FormSelectOption value={ANY} label={words.protocol(null)} />
        {PROTOCOLS.map((one) => (
          <FormSelectOption key={one} value={one} label={words.protocol(one)} />
        ))}
        <FormSelectOption value={OTHER} label={t('rule.protocol-other')} />
      </FormSelect>
    </FieldShell>
  );
}

function Group({ form }: { form: RuleForm }) {
  const { t } = useTranslation('security-groups');
  const text = useNounText('security-groups');
  const { answer, ...state } = useOptions(api.securityGroups.list, 'name:asc');
  return (
    <PickField
      {...state}
      form={form}
      name="remote_group_id"
      label={t('rule.group')}
      required
      headers={[text('field.name')]}
      options={answer?.data.map(({ id, name }) => ({ id, name: name || id, cells: [] }))}
    />
  );
}
