import type { RuleWanted } from '@gantry/contract/nouns/security-groups/bodies';
import type { SecurityGroupRule } from '@gantry/contract/nouns/security-groups/entity';
import { comparedRules, ruleKey } from '@gantry/contract/nouns/security-groups/rules';
import { List, ListItem } from '@patternfly/react-core/dist/esm/components/List';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { asRule } from './rule-draft.ts';
import { useRuleNames } from './rule-names.ts';
import './security-groups.css';

/** The rules that are about to be added, and among them those that the group has. */
export function RulePreview({ rules, existing }: { rules: readonly RuleWanted[]; existing: readonly SecurityGroupRule[] }) {
  const { t } = useTranslation('security-groups');
  const names = useRuleNames();
  const id = useId();
  const { missing, skipped } = comparedRules(existing, rules);
  return (
    <section aria-labelledby={id}>
      <p id={id} className="gantry-rules-count">
        {t('preview.count', { count: missing.length })}
      </p>
      <List isPlain className="gantry-rules-preview" aria-labelledby={id}>
        {rules.map((rule) => (
          <ListItem key={ruleKey(rule)}>
            {names.name(asRule(rule))} {skipped.includes(rule) && <span className="gantry-subtle">{t('preview.exists')}</span>}
          </ListItem>
        ))}
      </List>
    </section>
  );
}
