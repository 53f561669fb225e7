import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

/** Three lines of a text, and the rest where somebody asks for it (S0 §2). */
export function ClampedText({ text }: { text: string }) {
  const { t } = useTranslation('notifications');
  const shown = useRef<HTMLParagraphElement>(null);
  const [isLong, setLong] = useState(false);
  const [isWhole, setWhole] = useState(false);
  useLayoutEffect(() => {
    const { current } = shown;
    if (current && !isWhole) setLong(current.scrollHeight > current.clientHeight);
  }, [text, isWhole]);
  return (
    <>
      <p ref={shown} className={isWhole ? 'gantry-whole' : 'gantry-clamped'}>
        {text}
      </p>
      {isLong && (
        <Button variant="link" isInline aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {t(isWhole ? 'less' : 'more')}
        </Button>
      )}
    </>
  );
}
