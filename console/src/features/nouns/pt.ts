import frame from '../../app/resource/texts/pt.json';
import { shared, type NounTexts } from './shared.ts';

export default shared(import.meta.glob<NounTexts>('../*/texts/pt.json', { eager: true, import: 'default' }), frame, 'pt');
