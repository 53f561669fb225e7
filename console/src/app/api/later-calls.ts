/**
 * The calls of all nouns. Here they are in the table from the start; the production build keeps only those in the entry chunk that sign-in
 * needs (`vite.config.ts`), and replaces this module, which comes with the nouns, by one that adds the others.
 */
export {};
