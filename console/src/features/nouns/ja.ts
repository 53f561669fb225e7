import frame from '../../app/resource/texts/ja.json';
import { shared, type NounTexts } from './shared.ts';

const files = import.meta.glob<NounTexts>('../*/texts/ja.json', { eager: true, import: 'default' });

export default shared(files, frame, 'ja');
