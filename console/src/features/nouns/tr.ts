import frame from '../../app/resource/texts/tr.json';
import { shared, type NounTexts } from './shared.ts';

const files = import.meta.glob<NounTexts>('../*/texts/tr.json', { eager: true, import: 'default' });

export default shared(files, frame, 'tr');
