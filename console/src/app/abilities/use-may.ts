import { useCallback } from 'react';
import type { CallData } from '../api/call-table.ts';
import type { AbilityAction } from './abilities.ts';
import { useAbility, useCapabilities } from './use-ability.ts';

const ACTIONS: Readonly<Record<CallData['method'], AbilityAction>> = {
  GET: 'read',
  POST: 'create',
  PUT: 'update',
  PATCH: 'update',
  DELETE: 'delete',
};

/** Whether a call is open to the user: the right it asks for, and the engine's capability. What is not is hidden (rule 10). */
export function useMay(): (call: CallData) => boolean {
  const ability = useAbility();
  const capabilities = useCapabilities();
  return useCallback(
    (call) => ability.can(ACTIONS[call.method], call.subject) && (call.capability === undefined || capabilities.has(call.capability)),
    [ability, capabilities],
  );
}
