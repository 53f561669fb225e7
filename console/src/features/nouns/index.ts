import type { TextFiles } from '../../app/feature.ts';

/**
 * What every page says of all nouns, one file per language: menu labels and names of commands, so that each noun keeps them in its own
 * folder. The production build replaces each file by its value (`vite.config.ts`): one small request, without the rest of the texts.
 */
export const nounTexts: TextFiles = import.meta.glob('./{ar,de,en,es,ja,pt,ru,tr,zh}.ts', { import: 'default' });
