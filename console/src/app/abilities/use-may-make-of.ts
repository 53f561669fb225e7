import { useCallback } from 'react';
import type { Action } from '../../ui/action/action.ts';
import type { CallData } from '../api/call-table.ts';
import type { Owned } from '../create/last-project.ts';
import { useSession } from '../session/use-session.ts';
import { useMay } from './use-may.ts';
import { useMayMake } from './use-may-make.ts';

/** Whether a call makes something of a thing for the user: as such, or in the thing's project for who works on the whole cloud. */
export function useMayMakeOf(): (call: CallData) => Required<Pick<Action<Owned>, 'offered' | 'fits'>> {
  const may = useMay();
  const mayMake = useMayMake();
  const projects = useSession((session) => session.projects);
  return useCallback(
    (call) => ({
      offered: mayMake(call),
      fits: ({ project_id: own }) => may(call) || own === null || projects.some(({ id, enabled }) => enabled && id === own),
    }),
    [may, mayMake, projects],
  );
}
