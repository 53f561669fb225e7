import { byNoun } from './by-noun.ts';

export default byNoun(import.meta.glob('../*/texts/pt.json', { eager: true, import: 'menu' }));
