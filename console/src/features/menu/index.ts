import type { TextFiles } from '../../app/feature.ts';

/**
 * Menu labels, one file per language: the `menu` object of every noun's texts, so that each noun keeps its labels in its own folder.
 * The production build replaces each file by its value (`vite.config.ts`): one small request, without the rest of the texts.
 */
export const menuTexts: TextFiles = import.meta.glob('./{ar,de,en,es,ja,pt,ru,tr,zh}.ts', { import: 'default' });
