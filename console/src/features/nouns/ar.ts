import frame from '../../app/resource/texts/ar.json';
import { shared, type NounTexts } from './shared.ts';

const files = import.meta.glob<NounTexts>('../*/texts/ar.json', { eager: true, import: 'default' });

export default shared(files, frame, 'ar');
