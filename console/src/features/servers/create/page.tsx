import RhUiServerIcon from '@patternfly/react-icons/dist/esm/icons/rh-ui-server-icon';
import { Navigate, useCanGoBack, useNavigate, useParams, useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { NOT_FOUND_PATH } from '../../../app/router/use-page.ts';
import { draftKey } from '../../../app/session/drafts.ts';
import { useScopeKey, useSession } from '../../../app/session/use-session.ts';
import { PageHeading } from '../../../app/shell/page-heading.tsx';
import { EmptyState } from '../../../ui/show/empty-state.tsx';
import { CREATE, LIST } from '../paths.ts';
import { isStep, type Step } from './steps.ts';
import { Wizard } from './wizard.tsx';

/** Creates servers. Afterwards the list shows them, being built. The address names the step that is open. */
export function Page() {
  const { t } = useTranslation('servers');
  const navigate = useNavigate();
  const projectId = useSession((session) => session.currentProject?.id);
  const userId = useSession((session) => session.currentUser?.id ?? '');
  const scope = useScopeKey();
  const { step } = useParams({ strict: false }) as { step?: string };
  const onStep = useSteps(isStep(step) ? step : undefined);
  if (step !== undefined && !isStep(step)) return <Navigate to={NOT_FOUND_PATH} replace />;
  const toList = () => void navigate({ to: LIST });
  const key = draftKey('create-server', userId, scope);
  return (
    <>
      <PageHeading>{t('title.create')}</PageHeading>
      {projectId === undefined ? (
        <EmptyState icon={RhUiServerIcon} title={t('create.no-project')} />
      ) : (
        <Wizard key={key} projectId={projectId} draftKey={key} step={step} onStep={onStep} onDone={toList} onCancel={toList} />
      )}
    </>
  );
}

/** Goes to a step and back. Back is the browser's own where the step was opened here; the button that opened it gets the focus again. */
function useSteps(step: Step | undefined): (step: Step | undefined) => void {
  const navigate = useNavigate();
  const router = useRouter();
  const canGoBack = useCanGoBack();
  const opened = useRef(false);
  const before = useRef(step);
  useEffect(() => {
    if (before.current !== undefined && step === undefined) document.getElementById(`step-${before.current}`)?.focus();
    if (step === undefined) opened.current = false;
    before.current = step;
  }, [step]);
  return (next) => {
    if (next !== undefined) {
      opened.current = true;
      void navigate({ to: `${CREATE}/${next}` });
    } else if (opened.current && canGoBack) router.history.back();
    else void navigate({ to: CREATE, replace: true });
  };
}
