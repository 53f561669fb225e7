import type { AccountProject } from '@gantry/contract/nouns/session/entity';
import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { useState, type ComponentType, type FunctionComponent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFailure } from '../errors/failure.ts';
import { FullPageSpinner } from '../shell/full-page-spinner.tsx';
import { InsideContext } from '../session/inside.ts';
import { choosesProject } from '../session/scope-of.ts';
import { useSession } from '../session/use-session.ts';
import { ErrorState } from '../../ui/show/error-state.tsx';
import { ChooseProject } from './choose-project.tsx';
import { chooseProject, lastProject } from './last-project.ts';
import { useEntered } from './use-entered.ts';

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
  const [chosen, setChosen] = useState(lastProject);
  const choose = (project: AccountProject | undefined) => {
    chooseProject(project);
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

function Entered({ project, children }: { project: AccountProject; children: ReactNode }) {
  const describe = useFailure();
  const { inside, error } = useEntered(project);
  if (error) return <ErrorState failure={describe(error)} />;
  return inside ? <InsideContext value={inside}>{children}</InsideContext> : <FullPageSpinner />;
}
