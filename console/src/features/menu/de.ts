import { byNoun } from './by-noun.ts';

export default byNoun(import.meta.glob('../*/texts/de.json', { eager: true, import: 'menu' }));
