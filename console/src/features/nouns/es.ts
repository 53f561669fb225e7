import frame from '../../app/resource/texts/es.json';
import { shared, type NounTexts } from './shared.ts';

export default shared(import.meta.glob<NounTexts>('../*/texts/es.json', { eager: true, import: 'default' }), frame, 'es');
