import frame from '../../app/resource/texts/ru.json';
import { shared, type NounTexts } from './shared.ts';

const files = import.meta.glob<NounTexts>('../*/texts/ru.json', { eager: true, import: 'default' });

export default shared(files, frame, 'ru');
