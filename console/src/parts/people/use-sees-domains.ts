import { useScopeKey } from '../../app/session/use-session.ts';

/** Whether things of several domains are looked at. */
export const useSeesDomains = (): boolean => useScopeKey() === 'system';
