import type { AccountProject } from '@gantry/contract/nouns/session/entity';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { failureOf } from '../errors/failure.ts';
import { notify } from '../notify/notices.ts';
import { useOpenPage } from '../router/use-page.ts';
import { enterOwnScope, enterProject } from '../session/enter-scope.ts';

/** Switching project or scope. What a page shows of one thing is not there in another scope: its list comes up instead. */
export function useSwitchScope(): { toProject: (project: AccountProject) => void; toOwn: () => void } {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const open = useOpenPage();
  const switchBy = async (enter: () => Promise<void>) => {
    try {
      await enter();
      const hasParams = open !== undefined && Object.keys(open.params).length > 0;
      if (hasParams) await navigate({ to: open.page.parent ?? '/' });
      else await navigate({ to: '.', search: {} });
    } catch (error) {
      notify({ type: 'error', title: t('project.switchFailed'), message: failureOf(t, error).text });
    }
  };
  return {
    toProject: (project) => void switchBy(() => enterProject(project)),
    toOwn: () => void switchBy(enterOwnScope),
  };
}
