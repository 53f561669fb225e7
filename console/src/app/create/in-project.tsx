import type { AccountProject } from '@gantry/contract/nouns/session/entity';
import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, type ComponentType, type FunctionComponent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { abilitiesOf } from '../abilities/abilities.ts';
import { api } from '../api/calls.ts';
import { ApiError } from '../api/errors.ts';
import { askWith } from '../api/in-scope.ts';
import { callApi } from '../api/request.ts';
import { useFailure } from '../errors/failure.ts';
import { scopeKey } from '../scope.ts';
import { FullPageSpinner } from '../shell/full-page-spinner.tsx';
import { InsideContext, type Inside } from '../session/inside.ts';
import { choosesProject } from '../session/scope-of.ts';
import { useSession } from '../session/use-session.ts';
import { ErrorState } from '../../ui/show/error-state.tsx';
import { ChooseProject } from './choose-project.tsx';

/** The project that was chosen last, and by which session: what is made next, or on the way back from another form, is in the same one. */
let last: { session: string | null; project: AccountProject } | undefined;

/**
 * A page on which something of a project is made. Who works on the whole cloud chooses the project first; what the page then offers, checks and
 * makes is as in that project, while the session stays where it is.
 */
export const inProject = (Page: ComponentType): FunctionComponent =>
  function InProject() {
    const chooses = useSession(choosesProject);
    return chooses ? (
      <Choosing>
        <Page />
      </Choosing>
    ) : (
      <Page />
    );
  };

function Choosing({ children }: { children: ReactNode }) {
  const { t } = useTranslation('resource');
  const session = useSession(({ token }) => token);
  const [chosen, setChosen] = useState(() => (last?.session === session ? last?.project : undefined));
  const choose = (project: AccountProject | undefined) => {
    last = project && { session, project };
    setChosen(project);
  };
  if (!chosen) return <ChooseProject onChoose={choose} />;
  return (
    <>
      <p className="gantry-tab-actions">
        <span>{t('in-project.chosen', { name: chosen.name })}</span>{' '}
        <Button variant="link" isInline onClick={() => choose(undefined)}>
          {t('in-project.change')}
        </Button>
      </p>
      <Entered key={chosen.id} project={chosen}>
        {children}
      </Entered>
    </>
  );
}

/** Asks for a token of the project and for the rights there. What was known of it before is asked for anew. */
function useEntered(project: AccountProject): { inside?: Inside; error?: ApiError } {
  const queryClient = useQueryClient();
  const [entered, setEntered] = useState<{ inside?: Inside; error?: ApiError }>({});
  useEffect(() => {
    const scope = scopeKey({ type: 'project', id: project.id });
    let leave: (() => void) | undefined;
    let isGone = false;
    const enter = async () => {
      const { token } = await callApi(api.session.enterProject, { params: { projectId: project.id } }, { guard: 'skip', unscoped: true });
      const meta = await callApi(api.session.meta, {}, { guard: 'skip', fresh: true, scopedToken: token });
      if (isGone) return;
      queryClient.removeQueries({ queryKey: [scope] });
      const forget = askWith(scope, token);
      leave = () => {
        forget();
        queryClient.removeQueries({ queryKey: [scope] });
      };
      setEntered({ inside: { project, abilities: abilitiesOf(meta) } });
    };
    enter().catch((error: unknown) => {
      if (!(error instanceof ApiError)) throw error;
      if (!isGone) setEntered({ error });
    });
    return () => {
      isGone = true;
      leave?.();
    };
  }, [project, queryClient]);
  return entered;
}

function Entered({ project, children }: { project: AccountProject; children: ReactNode }) {
  const describe = useFailure();
  const { inside, error } = useEntered(project);
  if (error) return <ErrorState failure={describe(error)} />;
  return inside ? <InsideContext value={inside}>{children}</InsideContext> : <FullPageSpinner />;
}
