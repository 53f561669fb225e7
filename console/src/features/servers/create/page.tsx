import RhUiServerIcon from '@patternfly/react-icons/dist/esm/icons/rh-ui-server-icon';
import { Navigate, useNavigate, useParams } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useDraftKey } from '../../../app/create/use-draft-form.ts';
import { useSection } from '../../../app/create/use-section.ts';
import { NOT_FOUND_PATH } from '../../../app/router/use-page.ts';
import { useSession } from '../../../app/session/use-session.ts';
import { PageHeading } from '../../../app/shell/page-heading.tsx';
import { EmptyState } from '../../../ui/show/empty-state.tsx';
import { CREATE, LIST } from '../paths.ts';
import { ServerForm } from './server-form.tsx';
import { isStep } from './steps.ts';

/** Creates servers. Afterwards the list shows them, being built. The address names the section that is open. */
export function Page() {
  const { t } = useTranslation('servers');
  const navigate = useNavigate();
  const projectId = useSession((session) => session.currentProject?.id);
  const { step } = useParams({ strict: false }) as { step?: string };
  const key = useDraftKey('create-server');
  const onStep = useSection(CREATE, isStep(step) ? step : undefined);
  if (step !== undefined && !isStep(step)) return <Navigate to={NOT_FOUND_PATH} replace />;
  const toList = () => void navigate({ to: LIST });
  return (
    <>
      <PageHeading>{t('title.create')}</PageHeading>
      {projectId === undefined ? (
        <EmptyState icon={RhUiServerIcon} title={t('create.no-project')} />
      ) : (
        <ServerForm key={key} projectId={projectId} draftKey={key} step={step} onStep={onStep} onDone={toList} onCancel={toList} />
      )}
    </>
  );
}
