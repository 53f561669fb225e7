import { WAYS, type Way } from '../../../../../fakes/prometheus/recording.ts';
import { settings, type Settings } from '../../../../src/engines/prometheus/settings.ts';

/** The engine's settings for a way, as GANTRY_CONFIG would have them. */
export const settingsOf = (way: Way, url: string, more: Readonly<Record<string, unknown>> = {}): Settings =>
  settings.parse({ measures: 'cloud', url, ...WAYS[way], ...more });
