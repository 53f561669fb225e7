import { StatusLabel, type Tone } from '../../ui/show/status-label.tsx';
import { useStatusText } from './noun-text.ts';

const FINE: ReadonlySet<string> = new Set(['available', 'active', 'in_use']);
const UNDER_WAY = /ing(_.+)?$|^build$|^queued$|^delete_p/;

/** How a status looks; what is not known by name looks neutral. */
export function toneOf(status: string): Tone {
  const word = status.toLowerCase().replaceAll('-', '_');
  if (word.startsWith('error') || word === 'killed') return 'error';
  if (FINE.has(word)) return 'ok';
  return UNDER_WAY.test(word) ? 'progress' : 'neutral';
}

/** The status of a thing of a noun, in words and with its tone. */
export function ResourceStatus({ noun, status }: { noun: string; status: string }) {
  return <StatusLabel tone={toneOf(status)}>{useStatusText(noun)(status)}</StatusLabel>;
}
