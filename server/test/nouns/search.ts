import type { Specimen } from './support/specimen.ts';

// Things with odd values begin so (`http/misfit-readers.test.ts`); who may search is the same for any text.
export const search: Specimen = { calls: { signedIn: ['find'] }, queries: { find: { text: 'odd-' } } };
