import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../api/calls.ts';
import { readOptions } from '../api/queries.ts';
import { failureOf } from '../errors/failure.ts';
import { notify } from '../notify/notices.ts';
import { switchWhenAgreed } from '../shell/may-switch.ts';
import { enterProject } from '../session/enter-scope.ts';
import { useScopeKey, useSession } from '../session/use-session.ts';

/** Beside "not found": where the id is of a thing in another project of the user, the way there; the address stays. Else nothing. */
export function OtherProjectLink({ id }: { id: string }) {
  const { t } = useTranslation();
  const { t: resource } = useTranslation('resource');
  const scope = useScopeKey();
  const projects = useSession((session) => session.projects);
  const { data } = useQuery(readOptions(scope, api.search.find, { query: { text: id } }));
  const project = projects.find((one) => data?.elsewhere.some(({ project_id: projectId }) => projectId === one.id));
  if (!project) return null;
  const report = (error: unknown) => void notify({ type: 'error', title: t('project.switchFailed'), message: failureOf(t, error).text });
  const enter = () => switchWhenAgreed(() => void enterProject(project).catch(report));
  return (
    <div aria-live="polite">
      <p>{resource('elsewhere.text', { name: project.name })}</p>
      <Button variant="primary" onClick={enter}>
        {resource('elsewhere.switch', { name: project.name })}
      </Button>
    </div>
  );
}
