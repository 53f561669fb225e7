import type { AccountProject } from '@gantry/contract/nouns/session/entity';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { abilityStore } from '../abilities/abilities.ts';
import { failureOf } from '../errors/failure.ts';
import { notify } from '../notify/notices.ts';
import { mayOpen } from '../router/may-open.ts';
import { useOpenPage } from '../router/use-page.ts';
import { isDomainMode } from '../session/scope-of.ts';
import { sessionStore } from '../session/state.ts';
import { switchWhenAgreed } from './may-switch.ts';
import { enterOwnScope, enterProject } from '../session/enter-scope.ts';

/**
 * Switching project or scope. A page of one thing, or one that the new scope does not allow, gives way to its list or the start page. Domain mode
 * has other pages than projects: into it and out of it the way leads to the first one (S0 §4).
 */
export function useSwitchScope(): { toProject: (project: AccountProject) => void; toOwn: () => void } {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const open = useOpenPage();
  const settle = async (was: boolean) => {
    if (was !== isDomainMode(sessionStore.get())) return void (await navigate({ to: '/', search: {} }));
    const isDetailsPage = open !== undefined && Object.keys(open.params).length > 0;
    const wanted = isDetailsPage ? (open.page.parent ?? '/') : '.';
    const isAllowed = open === undefined || mayOpen(open.page, abilityStore.get().ability);
    await navigate({ to: isAllowed ? wanted : '/', search: {} });
  };
  const report = (error: unknown) => void notify({ type: 'error', title: t('project.switchFailed'), message: failureOf(t, error).text });
  const settleFrom =
    (was = isDomainMode(sessionStore.get())) =>
    () =>
      settle(was);
  return {
    toProject: (project) => switchWhenAgreed(() => void enterProject(project, settleFrom()).catch(report)),
    toOwn: () => switchWhenAgreed(() => void enterOwnScope(settleFrom()).catch(report)),
  };
}
