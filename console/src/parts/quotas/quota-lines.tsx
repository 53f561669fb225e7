import type { Quota } from '@gantry/contract/nouns/quotas/calls';
import { QUOTA_RESOURCES } from '@gantry/contract/wire/quotas';
import { useTranslation } from 'react-i18next';
import { numberFormat } from '../../ui/format.ts';
import { formatSize, fromGib, fromMib } from '../../ui/show/format-size.ts';
import { ShareBar } from '../../ui/show/share-bar.tsx';
import '../../app/resource/resource.css';

interface Line {
  label: string;
  used: number;
  /** -1: unlimited */
  limit: number;
  amount(value: number): string;
}

/** What a project uses of each of its quotas. */
export function QuotaLines({ quota }: { quota: Quota }) {
  const { t, i18n } = useTranslation('resource');
  const number = (value: number) => numberFormat(i18n.language).format(value);
  const gib = (value: number) => formatSize(fromGib(value), i18n.language);
  const amounts = { ram: (value: number) => formatSize(fromMib(value), i18n.language), gigabytes: gib };
  const lines: Line[] = [
    ...QUOTA_RESOURCES.map((resource) => ({
      label: t(`quota.${resource}`),
      used: quota[resource].used ?? 0,
      limit: quota[resource].limit,
      amount: resource in amounts ? amounts[resource as keyof typeof amounts] : number,
    })),
    ...quota.storage_policies.map(({ name, used, limit }) => ({ label: t('quota.policy', { name }), used: used ?? 0, limit, amount: gib })),
  ];
  return (
    <dl className="gantry-quota">
      {lines.map((line) => (
        <QuotaLine key={line.label} {...line} />
      ))}
    </dl>
  );
}

function QuotaLine({ label, used, limit, amount }: Line) {
  const { t } = useTranslation('resource');
  const text = limit < 0 ? t('quota.unlimited', { used: amount(used) }) : t('quota.of', { used: amount(used), limit: amount(limit) });
  const share = limit < 0 ? null : limit === 0 ? (used > 0 ? 1 : 0) : used / limit;
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <ShareBar share={share}>{text}</ShareBar>
      </dd>
    </div>
  );
}
