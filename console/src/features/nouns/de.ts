import frame from '../../app/resource/texts/de.json';
import { shared, type NounTexts } from './shared.ts';

export default shared(import.meta.glob<NounTexts>('../*/texts/de.json', { eager: true, import: 'default' }), frame, 'de');
