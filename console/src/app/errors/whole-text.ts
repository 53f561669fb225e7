import i18next from 'i18next';
import { isolated } from '../../ui/direction.ts';
import type { Failure } from '../../ui/failure.ts';

/** All that is known of a failure, for a notice: what, why, the engine's own words, and the id that an administrator can look for. */
export const wholeText = ({ text, reason, detail, requestId }: Failure): string =>
  [text, reason, detail, requestId && `${i18next.getFixedT(null, 'ui')('error.request')} ${isolated(requestId, i18next.language)}`]
    .filter((part) => part !== undefined && part !== '')
    .join('\n');
