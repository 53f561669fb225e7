import frame from '../../app/resource/texts/tr.json';
import { shared, type NounTexts } from './shared.ts';

export default shared(import.meta.glob<NounTexts>('../*/texts/tr.json', { eager: true, import: 'default' }), frame, 'tr');
