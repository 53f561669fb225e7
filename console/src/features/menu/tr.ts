import { byNoun } from './by-noun.ts';

export default byNoun(import.meta.glob('../*/texts/tr.json', { eager: true, import: 'menu' }));
