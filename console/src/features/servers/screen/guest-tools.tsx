import type RFB from '@novnc/novnc';
import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { ToggleGroup, ToggleGroupItem } from '@patternfly/react-core/dist/esm/components/ToggleGroup';
import CameraIcon from '@patternfly/react-icons/dist/esm/icons/camera-icon';
import ClipboardIcon from '@patternfly/react-icons/dist/esm/icons/clipboard-icon';
import KeyboardIcon from '@patternfly/react-icons/dist/esm/icons/keyboard-icon';
import PencilAltIcon from '@patternfly/react-icons/dist/esm/icons/pencil-alt-icon';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { serverNow } from '../../../ui/clock.ts';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { ClipboardDialog } from './clipboard-dialog.tsx';
import { pressTogether } from './keyboard.ts';
import { COMBINATIONS, CTRL_ALT_DEL, type Key } from './keysyms.ts';
import { TextDialog } from './text-dialog.tsx';
import { ToolMenu } from './tool-menu.tsx';

interface GuestToolsProps {
  screen: RFB | undefined;
  name: string;
  /** What the guest has copied last. */
  clipboard: string;
  fit: boolean;
  onFit(fit: boolean): void;
}

/** `web-1-2026-11-20T10-15-00.png` */
const pictureName = (name: string, now: Date): string =>
  `${name.replace(/[^\p{L}\p{N}._-]+/gu, '_')}-${now.toISOString().slice(0, 19).replaceAll(':', '-')}.png`;

function savePicture(screen: RFB, name: string): void {
  screen.toBlob((blob) => {
    if (!blob) return;
    const url = URL.createObjectURL(blob);
    const link = document.createElement('a');
    link.href = url;
    link.download = pictureName(name, serverNow());
    link.click();
    URL.revokeObjectURL(url);
  }, 'image/png');
}

/** What can be done with a screen: keys that the browser keeps to itself, text, clipboard, size, picture. */
export function GuestTools({ screen, name, clipboard, fit, onFit }: GuestToolsProps) {
  const { t } = useTranslation('servers');
  const [dialog, setDialog] = useState<'restart' | 'text' | 'clipboard'>();
  const close = (): void => setDialog(undefined);
  // Once a dialog is gone: until then, it gives the focus back to its button.
  useEffect(() => {
    if (dialog === undefined) screen?.focus();
  }, [dialog, screen]);
  const press = (keys: readonly Key[]): void => {
    if (!screen) return;
    pressTogether(screen, keys);
    screen.focus();
  };
  const combinations = Object.entries(COMBINATIONS).map(([label, keys]) => ({ id: label, label, onSelect: () => press(keys) }));
  return (
    <>
      <ToolMenu
        label={t('screen.keys')}
        icon={KeyboardIcon}
        tools={[...combinations, { id: 'restart', label: 'Ctrl+Alt+Del', danger: true, onSelect: () => setDialog('restart') }]}
      />
      <Button variant="secondary" icon={<PencilAltIcon />} onClick={() => setDialog('text')}>
        {t('screen.send-text')}
      </Button>
      <Button variant="secondary" icon={<ClipboardIcon />} onClick={() => setDialog('clipboard')}>
        {t('screen.clipboard')}
      </Button>
      <Button variant="secondary" icon={<CameraIcon />} isAriaDisabled={!screen} onClick={() => screen && savePicture(screen, name)}>
        {t('screen.picture')}
      </Button>
      <ToggleGroup aria-label={t('screen.size')}>
        <ToggleGroupItem text={t('screen.fit')} isSelected={fit} onChange={() => onFit(true)} />
        <ToggleGroupItem text="1:1" isSelected={!fit} onChange={() => onFit(false)} />
      </ToggleGroup>
      {dialog === 'restart' && (
        <ConfirmDialog
          title={t('screen.restart-title', { name })}
          body={t('screen.restart-body')}
          confirm="Ctrl+Alt+Del"
          danger
          pending={false}
          onConfirm={() => {
            press(CTRL_ALT_DEL);
            close();
          }}
          onClose={close}
        />
      )}
      {dialog === 'text' && <TextDialog sink={screen} onClose={close} />}
      {dialog === 'clipboard' && <ClipboardDialog text={clipboard} onSend={(text) => screen?.clipboardPasteFrom(text)} onClose={close} />}
    </>
  );
}
