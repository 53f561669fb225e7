import { byNoun } from './by-noun.ts';

export default byNoun(import.meta.glob('../*/texts/ja.json', { eager: true, import: 'menu' }));
