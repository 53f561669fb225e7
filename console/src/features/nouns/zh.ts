import frame from '../../app/resource/texts/zh.json';
import { shared, type NounTexts } from './shared.ts';

export default shared(import.meta.glob<NounTexts>('../*/texts/zh.json', { eager: true, import: 'default' }), frame, 'zh');
