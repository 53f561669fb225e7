import RhUiServerIcon from '@patternfly/react-icons/dist/esm/icons/rh-ui-server-icon';
import { useParams } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useDraftKey } from '../../../app/create/use-draft-form.ts';
import { useSection } from '../../../app/create/use-section.ts';
import { addressIn } from '../../../app/resource/routes.ts';
import { useReturn } from '../../../app/router/use-return.ts';
import { useSession } from '../../../app/session/use-session.ts';
import { PageHeading } from '../../../app/shell/page-heading.tsx';
import { EmptyState } from '../../../ui/show/empty-state.tsx';
import { CREATE, DETAILS, DRAFT, LIST } from '../paths.ts';
import { ServerForm } from './server-form.tsx';
import type { Step } from './steps.ts';

/** Creates servers. Afterwards its page shows one as it is built, the list shows several. The address names the section that is open. */
export function Page() {
  const { t } = useTranslation('servers');
  const projectId = useSession((session) => session.currentProject?.id);
  // The route takes no other word (`oneOf`).
  const { step } = useParams({ strict: false }) as { step?: Step };
  const key = useDraftKey(DRAFT);
  const onStep = useSection(CREATE, step);
  const leave = useReturn(LIST, addressIn(DETAILS));
  return (
    <>
      <PageHeading>{t('title.create')}</PageHeading>
      {projectId === undefined ? (
        <EmptyState icon={RhUiServerIcon} title={t('create.no-project')} />
      ) : (
        <ServerForm
          key={key}
          projectId={projectId}
          draftKey={key}
          step={step}
          onStep={onStep}
          onDone={leave}
          onCancel={() => leave(null)}
        />
      )}
    </>
  );
}
