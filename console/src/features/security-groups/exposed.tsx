import { exposedServices } from '@gantry/contract/nouns/security-groups/openings';
import type { SecurityGroup } from '@gantry/contract/nouns/security-groups/entity';
import { Alert } from '@patternfly/react-core/dist/esm/components/Alert';
import { useTranslation } from 'react-i18next';
import { listFormat } from '../../ui/format.ts';
import { useUiText } from '../../ui/text.ts';

/** Warns where anybody may try to sign in. */
export function Exposed({ group }: { group: Pick<SecurityGroup, 'security_group_rules'> }) {
  const { t, i18n } = useTranslation('security-groups');
  const { t: ui } = useUiText();
  const services = exposedServices(group.security_group_rules);
  if (services.length === 0) return null;
  const names = listFormat(i18n.language, { type: 'conjunction' }).format(services);
  return (
    <Alert variant="warning" isInline component="p" variantLabel={ui('warning')} title={t('exposed.title', { services: names })}>
      {t('exposed.body')}
    </Alert>
  );
}
