import type { AuditLogEntry } from '@gantry/contract/nouns/audit-log/entity';
import { useTranslation } from 'react-i18next';
import { numberFormat } from '../../ui/format.ts';
import { CopyText } from '../../ui/show/copy-text.tsx';
import { Details } from '../../ui/show/details.tsx';
import { Instant } from '../../ui/show/instant.tsx';
import { targetText } from './target-text.ts';
import './audit-log.css';

/** All that is known of an entry: what was asked with, and the ids by which other logs are searched. */
export function EntryMore({ entry }: { entry: AuditLogEntry }) {
  const { t, i18n } = useTranslation('audit-log');
  const { parameters, target, user_id: userId, request_id: requestId, error_code: error, count, address, activity, status } = entry;
  const { personal_token: token } = entry;
  const copied = (label: string, text: string | null) => ({ label, value: text === null ? null : <CopyText text={text} label={label} /> });
  return (
    <Details
      narrow
      properties={[
        { label: t('field.time'), value: <Instant at={entry.timestamp} /> },
        { label: t('field.call'), value: <code>{activity}</code> },
        { label: t('field.status'), value: String(status) },
        ...(error === null ? [] : [{ label: t('field.error'), value: <code>{error}</code> }]),
        ...(entry.target_count === null ? [] : [{ label: t('field.target'), value: <bdi>{targetText(t, i18n.language, entry)}</bdi> }]),
        ...(target === null ? [] : [copied(t('field.target-id'), target)]),
        ...(userId === null ? [] : [copied(t('field.user-id'), userId)]),
        copied(t('field.request'), requestId),
        ...(token === null ? [] : [{ label: t('field.personal-token'), value: <bdi>{token}</bdi> }]),
        ...(address === null ? [] : [{ label: t('field.address'), value: <bdi>{address}</bdi> }]),
        ...(count > 1 ? [{ label: t('field.count'), value: numberFormat(i18n.language).format(count) }] : []),
        ...(parameters === null
          ? []
          : [
              {
                label: t('field.parameters'),
                value: (
                  <pre className="gantry-audit-parameters" dir="ltr">
                    {JSON.stringify(parameters, undefined, 2)}
                  </pre>
                ),
              },
            ]),
      ]}
    />
  );
}
