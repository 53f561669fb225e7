import type RFB from '@novnc/novnc';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ScreenChannel } from './channel.ts';

interface GuestScreenProps {
  channel: ScreenChannel;
  /** Scaled to the room there is, instead of pixel by pixel. */
  fit: boolean;
  /** Told of the open screen, and of its end. */
  onScreen(screen: RFB | undefined): void;
  /** The guest has put something into its clipboard. */
  onClipboard(text: string): void;
}

/** The screen of a guest; noVNC comes in a chunk of its own. */
export function GuestScreen({ channel, fit, onScreen, onClipboard }: GuestScreenProps) {
  const { t } = useTranslation('servers');
  const host = useRef<HTMLDivElement>(null);
  const screen = useRef<RFB>(undefined);
  const fitNow = useRef(fit);
  const [failure, setFailure] = useState<unknown>();
  useEffect(() => {
    let open: RFB | undefined;
    let over = false;
    const show = async (): Promise<void> => {
      const { default: Rfb } = await import('@novnc/novnc');
      if (over || !host.current) return;
      open = new Rfb(host.current, channel);
      open.addEventListener('disconnect', () => (open = undefined));
      open.addEventListener('clipboard', (event) => {
        if (event instanceof CustomEvent) onClipboard((event as CustomEvent<{ text: string }>).detail.text);
      });
      open.scaleViewport = fitNow.current;
      screen.current = open;
      onScreen(open);
    };
    show().catch(setFailure);
    return () => {
      over = true;
      open?.disconnect();
      screen.current = undefined;
      onScreen(undefined);
    };
  }, [channel, onScreen, onClipboard]);
  useEffect(() => {
    fitNow.current = fit;
    if (screen.current) screen.current.scaleViewport = fit;
  }, [fit]);
  if (failure !== undefined) throw failure;
  return <div ref={host} className="gantry-screen-guest" role="application" aria-label={t('screen.guest')} />;
}
