import frame from '../../app/resource/texts/pt.json';
import { shared, type NounTexts } from './shared.ts';

const files = import.meta.glob<NounTexts>('../*/texts/pt.json', { eager: true, import: 'default' });

export default shared(files, frame, 'pt');
