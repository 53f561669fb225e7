import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../../app/session/use-session.ts';
import { PageHeading } from '../../../app/shell/page-heading.tsx';
import { EmptyState } from '../../../ui/show/empty-state.tsx';
import VirtualMachineIcon from '@patternfly/react-icons/dist/esm/icons/virtual-machine-icon';
import { LIST } from '../paths.ts';
import { CreateForm } from './create-form.tsx';

/** Creates a server. Afterwards the list shows it, being built. */
export function Page() {
  const { t } = useTranslation('servers');
  const navigate = useNavigate();
  const projectId = useSession((session) => session.currentProject?.id);
  const toList = () => void navigate({ to: LIST });
  return (
    <>
      <PageHeading>{t('title.create')}</PageHeading>
      {projectId === undefined ? (
        <EmptyState icon={VirtualMachineIcon} title={t('create.no-project')} />
      ) : (
        <CreateForm projectId={projectId} onDone={toList} onCancel={toList} />
      )}
    </>
  );
}
