import type { NounRights } from './rights.ts';

export const traits: NounRights = { calls: { readProject: ['list', 'read'] } };
