import type { AccountProject } from '@gantry/contract/nouns/session/entity';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { abilityStore } from '../abilities/abilities.ts';
import { failureOf } from '../errors/failure.ts';
import { notify } from '../notify/notices.ts';
import { mayOpen } from '../router/menu.ts';
import { useOpenPage } from '../router/use-page.ts';
import { enterOwnScope, enterProject } from '../session/enter-scope.ts';

/** Switching project or scope. A page of one thing, or one that the new scope does not allow, gives way to its list or the start page. */
export function useSwitchScope(): { toProject: (project: AccountProject) => void; toOwn: () => void } {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const open = useOpenPage();
  const settle = async () => {
    const isOfOneThing = open !== undefined && Object.keys(open.params).length > 0;
    const wanted = isOfOneThing ? (open.page.parent ?? '/') : '.';
    const isAllowed = open === undefined || mayOpen(open.page, abilityStore.get().ability);
    await navigate({ to: isAllowed ? wanted : '/', search: {} });
  };
  const report = (error: unknown) => void notify({ type: 'error', title: t('project.switchFailed'), message: failureOf(t, error).text });
  return {
    toProject: (project) => void enterProject(project, settle).catch(report),
    toOwn: () => void enterOwnScope(settle).catch(report),
  };
}
