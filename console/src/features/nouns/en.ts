import frame from '../../app/resource/texts/en.json';
import { shared, type NounTexts } from './shared.ts';

const files = import.meta.glob<NounTexts>('../*/texts/en.json', { eager: true, import: 'default' });

export default shared(files, frame, 'en');
