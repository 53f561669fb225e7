import type { SecurityGroup, SecurityGroupRule } from '@gantry/contract/nouns/security-groups/entity';
import { ruleKey } from '@gantry/contract/nouns/security-groups/rules';
import { Title } from '@patternfly/react-core/dist/esm/components/Title';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../app/abilities/use-may.ts';
import { api } from '../../app/api/calls.ts';
import { useCommand } from '../../app/api/hooks.ts';
import { useRefresh } from '../../app/api/use-refresh.ts';
import { ItemLink } from '../../app/resource/item-link.tsx';
import { useNounText } from '../../app/resource/noun-text.ts';
import { useNounFailure, useNounReason } from '../../app/resource/reason-text.ts';
import { HeadButton, SubTable } from '../../app/resource/sub-list.tsx';
import { useResourceActions } from '../../app/resource/use-resource-actions.ts';
import { useUiText } from '../../ui/text.ts';
import { Exposed } from './exposed.tsx';
import { useRuleNames } from './rule-names.ts';

const RuleDialog = lazy(() => import('./rule-dialog.tsx').then(({ RuleDialog: Dialog }) => ({ default: Dialog })));

/** A rule goes by what it lets through. */
type Row = SecurityGroupRule & { name: string };

interface RulesProps {
  group: SecurityGroup;
  direction: 'ingress' | 'egress';
}

/** What a group lets in, or out; rules can be added and taken away, not changed. */
export function Rules({ group, direction }: RulesProps) {
  const { t } = useTranslation('security-groups');
  const may = useMay();
  const words = useRuleNames();
  const [adding, setAdding] = useState(false);
  const rows = group.security_group_rules
    .filter((rule) => rule.direction === direction)
    .map((rule): Row => ({ ...rule, name: words.name(rule) }));
  const otherSide = ({ remote_group_id: id, remote_group_name: known, remote_ip_prefix: prefix }: Row) =>
    known ?? id ?? prefix ?? words.anywhere;
  const actions = useRuleActions(rows);
  const label = t(`rules.${direction}`);
  return (
    <section className="gantry-tab" aria-label={label}>
      <Title headingLevel="h2" size="lg">
        {label}
      </Title>
      {may(api.securityGroups.addRules) && <HeadButton label={t(`rules.add-${direction}`)} onClick={() => setAdding(true)} />}
      {direction === 'ingress' && <Exposed group={group} />}
      <SubTable
        name={direction}
        empty={t(`rules.none-${direction}`)}
        label={label}
        items={rows}
        nameOf={(row) => row.name}
        markedBy={ruleKey}
        actions={actions}
        idOf={({ id }) => id}
        columns={[
          { key: 'version', sort: 'version', label: t('rule.version'), value: ({ ethertype }) => ethertype ?? null },
          {
            key: 'protocol',
            sort: 'protocol',
            label: t('rule.protocol'),
            value: (rule) => words.protocol(rule),
          },
          { key: 'ports', sort: 'ports', label: t('rule.ports'), value: (rule) => words.ports(rule) },
          {
            key: 'other',
            sort: 'other',
            label: t(direction === 'ingress' ? 'rule.from' : 'rule.to'),
            value: otherSide,
            render: (rule) => (
              <ItemLink kind="security_group" id={rule.remote_group_id}>
                {otherSide(rule)}
              </ItemLink>
            ),
          },
        ]}
      />
      {actions.dialog}
      {adding && (
        <Suspense fallback={null}>
          <RuleDialog group={group} direction={direction} onClose={() => setAdding(false)} />
        </Suspense>
      )}
    </section>
  );
}

function useRuleActions(items: readonly Row[]) {
  const { t } = useTranslation('security-groups');
  const text = useNounText('security-groups');
  const { t: ui } = useUiText();
  const may = useMay();
  const refresh = useRefresh('security_group');
  const remove = useCommand(api.securityGroups.deleteRule);
  return useResourceActions<Row>({
    kind: 'security_group',
    reasonText: useNounReason('security-groups'),
    describe: useNounFailure('security-groups'),
    items,
    actions: [
      {
        id: 'securityGroups.deleteRule',
        label: ui('actions.delete'),
        offered: may(api.securityGroups.deleteRule),
        rule: () => true,
        danger: true,
        confirm: ({ name }) => ({
          title: text('confirm.delete-title', { name }),
          body: t('rules.delete-body'),
          confirm: ui('actions.delete'),
        }),
        run: ({ id }) => remove.mutateAsync({ params: { ruleId: id } }).then(refresh),
      },
    ],
  });
}
