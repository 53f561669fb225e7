import { byNoun } from './by-noun.ts';

export default byNoun(import.meta.glob('../*/texts/ar.json', { eager: true, import: 'menu' }));
