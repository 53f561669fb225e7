import type { CodedText } from '@gantry/contract/wire/errors';
import type { Rule } from '@gantry/contract/wire/rule-result';
import { useState } from 'react';

/**
 * What stands in the way of a form since it was opened, until that is gone. By its own success the thing is busy before the form closes: that is
 * no obstacle.
 */
export function useObstacle<T>(rule: Rule<T>, item: T, reason: (why: CodedText) => string): string | undefined {
  const verdict = rule(item);
  const [isFree, setFree] = useState(verdict === true);
  if (!isFree && verdict === true) setFree(true);
  return isFree || verdict === true ? undefined : reason(verdict);
}
