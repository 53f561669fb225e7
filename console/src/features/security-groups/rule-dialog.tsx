import type { RuleAdd } from '@gantry/contract/nouns/security-groups/bodies';
import type { SecurityGroup } from '@gantry/contract/nouns/security-groups/entity';
import { comparedRules, ruleKey } from '@gantry/contract/nouns/security-groups/rules';
import { useMemo, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { api } from '../../app/api/calls.ts';
import { CommandDialog } from '../../app/form/command-dialog.tsx';
import { useOptions } from '../../app/list/use-options.ts';
import { useRuleWords } from '../../parts/security-groups/rule-words.ts';
import { useNounText } from '../../app/resource/noun-text.ts';
import { NumberField, TextField } from '../../ui/form/fields.tsx';
import { PickField } from '../../ui/form/pick-field.tsx';
import { RadioField } from '../../ui/form/radio-field.tsx';
import { SelectField } from '../../ui/form/select-field.tsx';
import type { SchemaForm } from '../../ui/form/use-schema-form.ts';
import { Exposed } from './exposed.tsx';
import { ANY, asRule, isNamed, newRule, numbersOf, OTHER, PROTOCOLS, rulesOf, rulesSchema, TCP_UDP, type RuleDraft } from './rule-draft.ts';
import { ServiceField } from './service-field.tsx';
import { RulePreview } from './rule-preview.tsx';
import { useAddRules } from './use-add-rules.ts';

type RuleForm = SchemaForm<RuleDraft, RuleAdd>;

interface RuleDialogProps {
  group: SecurityGroup;
  direction: RuleDraft['direction'];
  onClose(): void;
}

const ICMP_LARGEST = 255;

/** Adds rules to a security group: one for each combination of what is chosen, from a template or by hand. */
export function RuleDialog({ group, direction, onClose }: RuleDialogProps) {
  const { t } = useTranslation('security-groups');
  const schema = useMemo(() => rulesSchema(group), [group]);
  const send = useAddRules(group);
  // As the group was when the dialog was opened: it may have the new ones before the dialog closes.
  const [existing] = useState(group.security_group_rules);
  return (
    <CommandDialog
      noun="security-groups"
      kind="security_group"
      item={group}
      call={api.securityGroups.addRules}
      send={send}
      schema={schema}
      defaults={newRule(direction)}
      label={t(`rules.add-${direction}`)}
      intro={t('rules.at-once')}
      submitLabel={t('rules.add')}
      marks={({ security_group_rules: sent }) => comparedRules(existing, sent).missing.map(ruleKey)}
      onClose={onClose}
    >
      {(form) => <Fields form={form} group={group} />}
    </CommandDialog>
  );
}

function Fields({ form, group }: { form: RuleForm; group: SecurityGroup }) {
  const { t } = useTranslation('security-groups');
  const words = useRuleWords();
  const draft = useWatch({ control: form.fields.control }) as RuleDraft;
  // Several services say all of it by their names.
  const named = isNamed(draft);
  const numbers = named ? undefined : numbersOf(draft);
  const isIn = draft.direction === 'ingress';
  const rules = rulesOf(draft);
  const protocolText = (name: string) => (name === TCP_UDP ? t('rule.tcp-udp') : words.protocol(name));
  return (
    <>
      <div className="gantry-rules-fields">
        <ServiceField form={form} draft={draft} />
        {!named && (
          <SelectField
            form={form}
            name="chosen"
            label={t('rule.protocol')}
            options={[
              { value: ANY, label: words.protocol(null) },
              ...PROTOCOLS.map((name) => ({ value: name, label: protocolText(name) })),
              { value: OTHER, label: t('rule.protocol-other') },
            ]}
          />
        )}
        {draft.chosen === OTHER && (
          <TextField form={form} name="protocol" label={t('rule.protocol-other')} required helper={t('rule.protocol-helper')} />
        )}
        <SelectField
          form={form}
          name="versions"
          label={t('rule.version')}
          options={[
            { value: 'IPv4', label: 'IPv4' },
            { value: 'IPv6', label: 'IPv6' },
            { value: 'both', label: t('rule.both-versions') },
          ]}
        />
        {numbers === 'ports' && <TextField form={form} name="ports" label={t('rule.ports')} helper={t('rule.ports-helper')} />}
        {numbers === 'icmp' && (
          <>
            <NumberField
              form={form}
              name="icmp_type"
              label={t('rule.icmp-first')}
              helper={t('rule.icmp-first-helper')}
              min={0}
              max={ICMP_LARGEST}
            />
            <NumberField
              form={form}
              name="icmp_code"
              label={t('rule.icmp-last')}
              helper={t('rule.icmp-last-helper')}
              min={0}
              max={ICMP_LARGEST}
            />
          </>
        )}
      </div>
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
      <RulePreview rules={rules} existing={group.security_group_rules} />
      <Exposed group={{ security_group_rules: rules.map(asRule) }} />
    </>
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
