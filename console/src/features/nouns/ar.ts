import frame from '../../app/resource/texts/ar.json';
import { shared, type NounTexts } from './shared.ts';

export default shared(import.meta.glob<NounTexts>('../*/texts/ar.json', { eager: true, import: 'default' }), frame, 'ar');
