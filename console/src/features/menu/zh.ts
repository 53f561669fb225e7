import { byNoun } from './by-noun.ts';

export default byNoun(import.meta.glob('../*/texts/zh.json', { eager: true, import: 'menu' }));
