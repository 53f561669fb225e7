import frame from '../../app/resource/texts/de.json';
import { shared, type NounTexts } from './shared.ts';

const files = import.meta.glob<NounTexts>('../*/texts/de.json', { eager: true, import: 'default' });

export default shared(files, frame, 'de');
