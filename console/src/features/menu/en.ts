import { byNoun } from './by-noun.ts';

export default byNoun(import.meta.glob('../*/texts/en.json', { eager: true, import: 'menu' }));
