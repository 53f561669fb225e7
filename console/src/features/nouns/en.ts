import frame from '../../app/resource/texts/en.json';
import { shared, type NounTexts } from './shared.ts';

export default shared(import.meta.glob<NounTexts>('../*/texts/en.json', { eager: true, import: 'default' }), frame, 'en');
