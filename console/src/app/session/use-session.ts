import { scopeKey, type ScopeKey } from '../scope.ts';
import { useStore } from '../store.ts';
import { scopeOf } from './scope-of.ts';
import { sessionStore, type SessionData } from './state.ts';

/** Part of the session: `useSession((session) => session.currentProject)`. */
export const useSession = <R>(select: (session: SessionData) => R): R => useStore(sessionStore, select);

/** The scope as the first part of query keys. */
export const useScopeKey = (): ScopeKey => useStore(sessionStore, (session) => scopeKey(scopeOf(session)));
