import frame from '../../app/resource/texts/zh.json';
import { shared, type NounTexts } from './shared.ts';

const files = import.meta.glob<NounTexts>('../*/texts/zh.json', { eager: true, import: 'default' });

export default shared(files, frame, 'zh');
