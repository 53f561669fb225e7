import type { SecurityGroup, SecurityGroupRule } from '@gantry/contract/nouns/security-groups/entity';
import { ruleKey } from '@gantry/contract/nouns/security-groups/rules';
import { Title } from '@patternfly/react-core/dist/esm/components/Title';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../app/abilities/use-may.ts';
import { api } from '../../app/api/calls.ts';
import { useCommand, useList } from '../../app/api/hooks.ts';
import { namesIn, type NameOf } from '../../app/api/names.ts';
import { useRefresh } from '../../app/api/use-refresh.ts';
import { ItemLink } from '../../app/resource/item-link.tsx';
import { useNounText } from '../../app/resource/noun-text.ts';
import { useNounFailure, useNounReason } from '../../app/resource/reason-text.ts';
import { HeadButton, SubTable } from '../../app/resource/sub-list.tsx';
import { useResourceActions } from '../../app/resource/use-resource-actions.ts';
import { useUiText } from '../../ui/text.ts';
import { COMING, ComingText } from '../../ui/show/coming-text.tsx';
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
  const nameOf = useGroupNames(group);
  const [adding, setAdding] = useState(false);
  const rows = group.security_group_rules
    .filter((rule) => rule.direction === direction)
    .map((rule): Row => ({ ...rule, name: words.name(rule) }));
  const otherSide = ({ remote_group_id: id, remote_ip_prefix: prefix }: Row) => (id === null ? (prefix ?? words.anywhere) : nameOf(id));
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
            value: (rule) => otherSide(rule) ?? COMING,
            render: (rule) => (
              <ItemLink kind="security_group" id={rule.remote_group_id}>
                {otherSide(rule) ?? <ComingText />}
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

/** What the groups are called that rules name. */
function useGroupNames(group: SecurityGroup): NameOf {
  const may = useMay();
  const ids = [...new Set(group.security_group_rules.flatMap(({ remote_group_id: id }) => id ?? []))].filter((id) => id !== group.id);
  const wanted = { id: `in:${ids.join(',')}`, limit: 200 };
  const others = useList(api.securityGroups.list, wanted, undefined, { enabled: ids.length > 0 && may(api.securityGroups.list) });
  const nameOf = namesIn(others);
  return (id) => (id === group.id ? group.name : nameOf(id));
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
