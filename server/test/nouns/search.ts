import type { NounRights } from './rights.ts';

export const search: NounRights = { calls: { signedIn: ['find'] } };
