import { useTranslation } from 'react-i18next';
import { TitledCard } from '../../ui/show/cards.tsx';
import './tasks.css';

/** What a task was requested with, as it was sent: without secrets, and without the ids of its things, which are told by name. */
export function Requested({ kwargs }: { kwargs: Readonly<Record<string, unknown>> }) {
  const { t } = useTranslation('tasks');
  const { ids: _ids, ...others } = kwargs;
  if (Object.keys(others).length === 0) return null;
  return (
    <TitledCard title={t('details.requested')}>
      <pre className="gantry-task-request" dir="ltr">
        {JSON.stringify(others, undefined, 2)}
      </pre>
    </TitledCard>
  );
}
