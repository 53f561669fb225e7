import type { Tone } from '../../ui/show/status-label.tsx';

const TONES: Readonly<Record<string, Tone>> = {
  active: 'ok',
  warning: 'warning',
  critical: 'error',
  error: 'error',
  deploying: 'progress',
  destroying: 'progress',
  reconfiguring: 'progress',
};

/** How a status of the compute cluster looks; what is not known by name looks neutral. */
export const clusterTone = (status: string): Tone => TONES[status] ?? 'neutral';
