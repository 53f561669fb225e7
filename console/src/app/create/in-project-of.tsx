import type { AccountProject } from '@gantry/contract/nouns/session/entity';
import { useState, type ComponentType, type FunctionComponent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFailure } from '../errors/failure.ts';
import { InsideContext } from '../session/inside.ts';
import { choosesProject } from '../session/scope-of.ts';
import { useSession } from '../session/use-session.ts';
import type { ActionDialogProps } from '../../ui/action/action.ts';
import { GenericDialog } from '../../ui/dialog/generic-dialog.tsx';
import { ErrorState } from '../../ui/show/error-state.tsx';
import { useUiText } from '../../ui/text.ts';
import { ChooseProjectDialog } from './choose-project.tsx';
import type { Owned } from './last-project.ts';
import { useEntered } from './use-entered.ts';

/**
 * A dialog that makes something of a thing. For who works on the whole cloud it asks, checks and makes as in the project of that thing; where
 * that is nobody's, in one that is chosen first. The session stays where it is.
 * @param ownerOf the project of a thing; of nobody where it is null
 */
export const inProjectOf = <T,>(
  Dialog: ComponentType<ActionDialogProps<T>>,
  ownerOf: (thing: T) => Owned,
): FunctionComponent<ActionDialogProps<T>> =>
  function InProjectOf(props: ActionDialogProps<T>) {
    const chooses = useSession(choosesProject);
    return chooses ? (
      <Of owner={ownerOf(props.item)} onClose={props.onClose}>
        <Dialog {...props} />
      </Of>
    ) : (
      <Dialog {...props} />
    );
  };

interface Part {
  onClose(): void;
  children: ReactNode;
}

function Of({ owner, onClose, children }: Part & { owner: Owned }) {
  const own = useSession(({ projects }) => projects.find(({ id }) => id === owner.project_id));
  const [chosen, setChosen] = useState(own);
  if (!chosen) return <ChooseProjectDialog onChoose={setChosen} onClose={onClose} />;
  return (
    <Entered project={chosen} onClose={onClose}>
      {children}
    </Entered>
  );
}

function Entered({ project, onClose, children }: Part & { project: AccountProject }) {
  const { t } = useTranslation('resource');
  const { t: ui } = useUiText();
  const describe = useFailure();
  const { inside, error } = useEntered(project);
  if (error)
    return (
      <GenericDialog
        title={t('in-project.chosen', { name: project.name })}
        actions={{ end: [{ label: ui('close'), run: onClose }] }}
        onClose={onClose}
      >
        <ErrorState failure={describe(error)} />
      </GenericDialog>
    );
  return inside && <InsideContext value={inside}>{children}</InsideContext>;
}
