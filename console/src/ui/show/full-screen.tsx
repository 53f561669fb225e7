import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import CompressIcon from '@patternfly/react-icons/dist/esm/icons/compress-icon';
import ExpandIcon from '@patternfly/react-icons/dist/esm/icons/expand-icon';
import { useSyncExternalStore, type RefObject } from 'react';
import { useUiText } from '../text.ts';

const subscribe = (listener: () => void) => {
  document.addEventListener('fullscreenchange', listener);
  return () => document.removeEventListener('fullscreenchange', listener);
};

/** Shows a part of the page on the whole screen, until Escape or the same button; nothing where the browser does not allow that. */
export function FullScreen({ of, name }: { of: RefObject<HTMLElement | null>; name: string }) {
  const { t } = useUiText();
  const isFull = useSyncExternalStore(subscribe, () => of.current !== null && document.fullscreenElement === of.current);
  if (!document.fullscreenEnabled) return undefined;
  const label = t(isFull ? 'chart.leave-full-screen' : 'chart.full-screen');
  const toggle = () => (isFull ? document.exitFullscreen() : of.current?.requestFullscreen());
  return (
    <Button
      variant="plain"
      size="sm"
      icon={isFull ? <CompressIcon /> : <ExpandIcon />}
      aria-label={`${label}: ${name}`}
      title={label}
      // What the browser refuses stays as it is.
      onClick={() => void toggle()?.catch(() => undefined)}
    />
  );
}
