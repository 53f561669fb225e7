import frame from '../../app/resource/texts/es.json';
import { shared, type NounTexts } from './shared.ts';

const files = import.meta.glob<NounTexts>('../*/texts/es.json', { eager: true, import: 'default' });

export default shared(files, frame, 'es');
