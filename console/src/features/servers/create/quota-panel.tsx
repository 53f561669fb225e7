import { Card, CardBody, CardTitle } from '@patternfly/react-core/dist/esm/components/Card';
import { Progress, ProgressMeasureLocation, ProgressVariant } from '@patternfly/react-core/dist/esm/components/Progress';
import { useTranslation } from 'react-i18next';
import { formatSize, fromGib, fromMib } from '../../../ui/show/format-size.ts';
import './create.css';
import { quotaText } from './quota-text.ts';
import type { QuotaUse } from './quota-use.ts';
import { numberFormat } from '../../../ui/format.ts';

/** What the project will use of its quota once this is created. `note`: what else is known of the room there is. */
export function QuotaPanel({ uses, note }: { uses: readonly QuotaUse[]; note?: string | undefined }) {
  const { t, i18n } = useTranslation('servers');
  const amount = (resource: QuotaUse['resource'], value: number) => {
    if (resource === 'ram') return formatSize(fromMib(value), i18n.language);
    if (resource === 'gigabytes') return formatSize(fromGib(value), i18n.language);
    return numberFormat(i18n.language).format(value);
  };
  return (
    <Card component="aside" isCompact className="gantry-quota" aria-label={t('quota.title')}>
      <CardTitle component="h2">{t('quota.title')}</CardTitle>
      <CardBody className="gantry-quota-lines">
        {uses.map(({ resource, policy, used, limit, over }) => {
          const text =
            limit < 0
              ? t('quota.unlimited', { used: amount(resource, used) })
              : t('quota.of', { used: amount(resource, used), limit: amount(resource, limit) });
          return (
            <Progress
              key={`${resource} ${policy ?? ''}`}
              title={quotaText(t, { resource, ...(policy !== undefined && { policy }) })}
              value={limit > 0 ? Math.min(100, (used / limit) * 100) : over ? 100 : 0}
              label={over ? `${text} · ${t('quota.over')}` : text}
              valueText={over ? `${text}, ${t('quota.over')}` : text}
              measureLocation={ProgressMeasureLocation.top}
              {...(over && { variant: ProgressVariant.danger })}
              size="sm"
            />
          );
        })}
        {note !== undefined && <p className="gantry-subtle">{note}</p>}
      </CardBody>
    </Card>
  );
}
