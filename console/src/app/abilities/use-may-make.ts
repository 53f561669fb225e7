import { useCallback } from 'react';
import type { CallData } from '../api/call-table.ts';
import { choosesProject } from '../session/scope-of.ts';
import { useSession } from '../session/use-session.ts';
import { useCapabilities } from './use-ability.ts';
import { useMay } from './use-may.ts';

/** Whether the page of a call that makes something is open to the user: as the call itself, or in a project that is chosen there. */
export function useMayMake(): (call: CallData) => boolean {
  const may = useMay();
  const capabilities = useCapabilities();
  const chooses = useSession((session) => choosesProject(session) && session.projects.some(({ enabled }) => enabled));
  return useCallback(
    (call) => may(call) || (chooses && call.inProject !== undefined && capabilities.has(call.inProject)),
    [may, capabilities, chooses],
  );
}
