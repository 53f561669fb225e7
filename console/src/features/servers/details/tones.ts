import type { Tone } from '../../../ui/show/status-label.tsx';

/** How the history's results look. */
export const TONES: Readonly<Record<'running' | 'success' | 'failed', Tone>> = { running: 'progress', success: 'ok', failed: 'error' };
