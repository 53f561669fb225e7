import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useAbility, useCapabilities } from '../abilities/use-ability.ts';
import { api } from '../api/calls.ts';
import { useScopeKey, useSession } from '../session/use-session.ts';
import { useStore } from '../store.ts';
import { forgetObjectStorage } from './forget.ts';
import { onS3Reset, readS3Service } from './state.ts';
import { s3Store, type S3State } from './store.ts';

/** Object storage as far as it is known; read once in each scope. Where nothing here holds objects, nobody is asked. */
export function useS3(): S3State & { scope: string } {
  const key = useScopeKey();
  // Who signs in after somebody else may be in the same scope.
  const scope = `${useSession(({ currentUser }) => currentUser?.id) ?? ''} ${key}`;
  const state = useStore(s3Store, (known) => known);
  const queryClient = useQueryClient();
  const isThere = useCapabilities().has(api.objectStorage.switchDomain.capability ?? '');
  const mayRead = useAbility().can('read', api.objectStorage.service.subject);
  const isWanted = isThere && mayRead && key.startsWith('project:');
  useEffect(() => onS3Reset(() => forgetObjectStorage(queryClient)), [queryClient]);
  useEffect(() => {
    if (isWanted && s3Store.get().scope !== scope) void readS3Service(scope);
  }, [isWanted, scope]);
  if (!isWanted) return { ...NOWHERE, scope };
  return { ...(state.scope === scope ? state : NOT_YET), scope };
}

const NOWHERE = { isS3Available: false, isS3UserEnabled: true, config: undefined, failure: undefined };
const NOT_YET = { ...NOWHERE, isS3Available: undefined };
