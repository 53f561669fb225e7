import type { LifecycleRule } from '@aws-sdk/client-s3';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { lifecycleDraft, scopeOfRule } from '../../../parts/object-storage/lifecycle-draft.ts';
import { numberFormat } from '../../../ui/format.ts';
import { Instant } from '../../../ui/show/instant.tsx';
import { Size } from '../../../ui/show/size.tsx';
import { StatusLabel } from '../../../ui/show/status-label.tsx';
import { LifecycleDialog } from './lifecycle-dialog.tsx';
import { RulesCard } from './rules-card.tsx';

/** Rules by which objects, older versions and unfinished uploads of a bucket end. */
export function LifecycleCard({ bucket }: { bucket: string }) {
  const { t } = useTranslation('object-storage');
  return (
    <RulesCard<LifecycleRule>
      bucket={bucket}
      setting="lifecycle"
      on={(client, name) => ({ read: () => client.lifecycle(name), write: (rules) => client.setLifecycle(name, rules) })}
      nameOf={nameOf}
      columns={[
        { key: 'name', kind: 'name', label: t('lifecycle.name'), value: ({ name }) => name },
        { key: 'scope', label: t('lifecycle.scope'), value: ({ name }) => name, render: ({ rule }) => <Scope rule={rule} /> },
        { key: 'actions', label: t('lifecycle.actions'), value: ({ name }) => name, render: ({ rule }) => <Ends rule={rule} /> },
        {
          key: 'state',
          kind: 'status',
          label: t('lifecycle.status'),
          value: ({ rule }) => rule.Status ?? null,
          render: ({ rule: { Status } }) => (
            <StatusLabel tone={Status === 'Enabled' ? 'ok' : 'neutral'}>
              {t(Status === 'Enabled' ? 'lifecycle.enabled' : 'lifecycle.disabled')}
            </StatusLabel>
          ),
        },
      ]}
      isEditable={(rule) => lifecycleDraft(rule) !== undefined}
      changes={(rule) => {
        const isEnabled = rule.Status === 'Enabled';
        const becomes: LifecycleRule = { ...rule, Status: isEnabled ? 'Disabled' : 'Enabled' };
        return [{ id: 'switch', label: t(isEnabled ? 'lifecycle.disable' : 'lifecycle.enable'), becomes }];
      }}
      dialog={(props) => <LifecycleDialog {...props} />}
    />
  );
}

const nameOf = ({ ID = '' }: LifecycleRule, index: number): string => (ID === '' ? String(index + 1) : ID);

/** Which objects a rule is about. */
function Scope({ rule }: { rule: LifecycleRule }) {
  const { t } = useTranslation('object-storage');
  const { prefix, tags, larger, smaller } = scopeOfRule(rule);
  const parts = [
    ...(prefix === '' ? [] : [{ key: 'prefix', shown: <bdi>{prefix}*</bdi> }]),
    ...tags.map((tag) => ({ key: `tag ${tag}`, shown: <bdi>{tag}</bdi> })),
    ...(larger === undefined
      ? []
      : [
          {
            key: 'larger',
            shown: (
              <bdi dir="ltr">
                {'> '}
                <Size bytes={larger} />
              </bdi>
            ),
          },
        ]),
    ...(smaller === undefined
      ? []
      : [
          {
            key: 'smaller',
            shown: (
              <bdi dir="ltr">
                {'< '}
                <Size bytes={smaller} />
              </bdi>
            ),
          },
        ]),
  ];
  if (parts.length === 0) return t('lifecycle.everything');
  return <Lines parts={parts} />;
}

/** What a rule does. */
function Ends({ rule }: { rule: LifecycleRule }) {
  const { t, i18n } = useTranslation('object-storage');
  const { Expiration, NoncurrentVersionExpiration: older, AbortIncompleteMultipartUpload: uploads } = rule;
  const days = (count: number) => numberFormat(i18n.language, { style: 'unit', unit: 'day', unitDisplay: 'long' }).format(count);
  const line = (key: 'days' | 'older' | 'keep' | 'uploads' | 'date', value: ReactNode) => ({
    key,
    shown: (
      <>
        {t(`lifecycle.does.${key}`)} {value}
      </>
    ),
  });
  const parts = [
    ...(Expiration?.Days === undefined ? [] : [line('days', days(Expiration.Days))]),
    ...(Expiration?.Date === undefined ? [] : [line('date', <Instant at={Expiration.Date.toISOString()} />)]),
    ...(Expiration?.ExpiredObjectDeleteMarker === true ? [{ key: 'markers', shown: t('lifecycle.does.markers') }] : []),
    ...(older?.NoncurrentDays === undefined ? [] : [line('older', days(older.NoncurrentDays))]),
    ...(older?.NewerNoncurrentVersions === undefined
      ? []
      : [line('keep', numberFormat(i18n.language).format(older.NewerNoncurrentVersions))]),
    ...(uploads?.DaysAfterInitiation === undefined ? [] : [line('uploads', days(uploads.DaysAfterInitiation))]),
    ...(rule.Transitions || rule.NoncurrentVersionTransitions ? [{ key: 'moves', shown: t('lifecycle.does.moves') }] : []),
  ];
  return <Lines parts={parts} />;
}

const Lines = ({ parts }: { parts: readonly { key: string; shown: ReactNode }[] }) => (
  <ul className="gantry-objects-lines">
    {parts.map(({ key, shown }) => (
      <li key={key}>{shown}</li>
    ))}
  </ul>
);
