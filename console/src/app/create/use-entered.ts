import type { AccountProject } from '@gantry/contract/nouns/session/entity';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { abilitiesOf } from '../abilities/abilities.ts';
import { api } from '../api/calls.ts';
import { ApiError } from '../api/errors.ts';
import { askWith } from '../api/in-scope.ts';
import { callApi } from '../api/request.ts';
import { scopeKey } from '../scope.ts';
import type { Inside } from '../session/inside.ts';

/** Asks for a token of the project and for the rights there. What was known of it before is asked for anew. */
export function useEntered(project: AccountProject): { inside?: Inside; error?: ApiError } {
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
