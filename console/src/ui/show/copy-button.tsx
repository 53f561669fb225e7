import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import CheckIcon from '@patternfly/react-icons/dist/esm/icons/check-icon';
import CopyIcon from '@patternfly/react-icons/dist/esm/icons/copy-icon';
import { useEffect, useState } from 'react';
import { useUiText } from '../text.ts';
import { copy } from './copy.ts';

const SHOWN_MS = 2000;

/** A button that copies a text, and says whether it could. @param label what is copied, read out */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const { t } = useUiText();
  const [result, setResult] = useState<'copied' | 'failed'>();
  useEffect(() => {
    if (result === undefined) return;
    const timer = setTimeout(() => setResult(undefined), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [result]);
  return (
    <>
      <Button
        variant="plain"
        size="sm"
        hasNoPadding
        aria-label={t('copy.button', { what: label })}
        icon={result === 'copied' ? <CheckIcon /> : <CopyIcon />}
        onClick={() => void copy(text).then((done) => setResult(done ? 'copied' : 'failed'))}
      />
      <output className={result === 'failed' ? '' : 'pf-v6-screen-reader'}>{result && t(`copy.${result}`)}</output>
    </>
  );
}
