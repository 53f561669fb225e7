import frame from '../../app/resource/texts/ru.json';
import { shared, type NounTexts } from './shared.ts';

export default shared(import.meta.glob<NounTexts>('../*/texts/ru.json', { eager: true, import: 'default' }), frame, 'ru');
