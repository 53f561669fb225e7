import { useContext } from 'react';
import { scopeKey, type ScopeKey } from '../scope.ts';
import { useStore } from '../store.ts';
import { InsideContext } from './inside.ts';
import { scopeOf } from './scope-of.ts';
import { sessionStore, type SessionData } from './state.ts';

/** Part of the session: `useSession((session) => session.currentProject)`. Where a part of the screen works in a project of its own, that one. */
export function useSession<R>(select: (session: SessionData) => R): R {
  const inside = useContext(InsideContext);
  return useStore(sessionStore, (session) => select(inside ? { ...session, currentProject: inside.project } : session));
}

/** The scope as the first part of query keys. */
export const useScopeKey = (): ScopeKey => useSession((session) => scopeKey(scopeOf(session)));
