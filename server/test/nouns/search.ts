import type { Specimen } from './support/specimen.ts';

export const search: Specimen = { calls: { signedIn: ['find'] }, queries: { find: { text: 'web' } } };
