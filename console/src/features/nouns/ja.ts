import frame from '../../app/resource/texts/ja.json';
import { shared, type NounTexts } from './shared.ts';

export default shared(import.meta.glob<NounTexts>('../*/texts/ja.json', { eager: true, import: 'default' }), frame, 'ja');
