import type { QuotaResource } from '@gantry/contract/wire/quotas';
import { useId, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { numberFormat } from '../../ui/format.ts';
import { formatSize, fromGib, fromMib } from '../../ui/show/format-size.ts';
import { ComingText } from '../../ui/show/coming-text.tsx';
import { levelOf } from '../../ui/show/share-of.ts';
import { useUiText } from '../../ui/text.ts';
import '../../app/create/create.css';
import { quotaText } from './quota-text.ts';
import type { QuotaUse, Taken } from './quota-use.ts';

/** What the project uses of its quota, and what this adds: told apart in figures and in the bar; without a limit there is no bar. */
export function QuotaPanel({ uses, note }: { uses: readonly QuotaUse[]; note?: string | undefined }) {
  return (
    <Frame note={note}>
      {uses.map((use) => (
        <QuotaLine key={`${use.resource} ${use.policy ?? ''}`} use={use} />
      ))}
    </Frame>
  );
}

/** The same while the quota is read: as high as it will be. */
export function QuotaBones({ amounts }: Pick<Taken, 'amounts'>) {
  const { t } = useTranslation('resource');
  return (
    <Frame>
      {(Object.keys(amounts) as QuotaResource[]).map((resource) => (
        <div key={resource}>
          <dt>{t(`quota.${resource}`)}</dt>
          <dd>
            <ComingText />
          </dd>
        </div>
      ))}
    </Frame>
  );
}

function Frame({ note, children }: { note?: string | undefined; children: ReactNode }) {
  const { t } = useUiText();
  const id = useId();
  return (
    <section className="gantry-quota" aria-labelledby={id}>
      <h2 id={id}>{t('quota.title')}</h2>
      <dl>{children}</dl>
      {note !== undefined && <p className="gantry-subtle">{note}</p>}
    </section>
  );
}

function QuotaLine({ use }: { use: QuotaUse }) {
  const { t, i18n } = useTranslation('resource');
  const { t: ui } = useUiText();
  const { resource, before, added, limit, over } = use;
  const amount = (value: number) => {
    if (resource === 'ram') return formatSize(fromMib(value), i18n.language);
    if (resource === 'gigabytes') return formatSize(fromGib(value), i18n.language);
    return numberFormat(i18n.language).format(value);
  };
  const sum = added === 0 ? amount(before) : ui('quota.sum', { used: amount(before), added: amount(added) });
  const part = (value: number) => `${Math.min(100, (100 * value) / Math.max(limit, before + added, 1))}%`;
  return (
    <div {...(over && { 'data-over': '' })}>
      <dt>{quotaText(t, use)}</dt>
      <dd>
        {limit < 0 ? t('quota.unlimited', { used: sum }) : t('quota.of', { used: sum, limit: amount(limit) })}
        {over && <strong> · {ui('quota.over')}</strong>}
      </dd>
      {limit >= 0 && (
        <dd className="gantry-quota-bar" aria-hidden data-level={levelOf((before + added) / limit)}>
          <span style={{ inlineSize: part(before) }} />
          <span data-added style={{ inlineSize: part(added) }} />
        </dd>
      )}
    </div>
  );
}
