import { byNoun } from './by-noun.ts';

export default byNoun(import.meta.glob('../*/texts/ru.json', { eager: true, import: 'menu' }));
