import { byNoun } from './by-noun.ts';

export default byNoun(import.meta.glob('../*/texts/es.json', { eager: true, import: 'menu' }));
