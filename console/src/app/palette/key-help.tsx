import { Checkbox } from '@patternfly/react-core/dist/esm/components/Checkbox';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { mayChooseLanguage } from '../i18n/cycle-language.ts';
import { usePersonal } from '../router/menu.ts';
import { keyStore, switchKeys } from '../keys.ts';
import { useStore } from '../store.ts';
import { NoteDialog } from '../../ui/dialog/note-dialog.tsx';
import './palette.css';

/** The keys that work here, and the switch for those that are a single one (WCAG 2.1.4). */
export function KeyHelp({ onClose }: { onClose: () => void }) {
  const { t, i18n } = useTranslation();
  const { t: resource } = useTranslation('resource');
  const personal = usePersonal().filter(({ key }) => key !== undefined);
  const { keys, on } = useStore(keyStore, (state) => state);
  const id = useId();
  const named = [...new Map(keys.map((entry) => [entry.key, entry])).values()];
  return (
    <NoteDialog title={t('keys.title')} onClose={onClose}>
      <dl className="gantry-keys">
        <div>
          <dt>
            <kbd>Ctrl</kbd> <kbd>.</kbd>
          </dt>
          <dd>{t('palette.open')}</dd>
        </div>
        {personal.map(({ noun, label, key }) => (
          <div key={`${noun} ${label}`}>
            <dt>
              <kbd>Ctrl</kbd> <kbd>{key?.toUpperCase()}</kbd>
            </dt>
            <dd>{i18n.t(`nouns:menu.${noun}.${label}` as 'product')}</dd>
          </div>
        ))}
        {mayChooseLanguage() && (
          <div>
            <dt>
              <kbd>Ctrl</kbd> <kbd>L</kbd>
            </dt>
            <dd>{t('language.label')}</dd>
          </div>
        )}
        {named.map(({ key, label }) => (
          <div key={key}>
            <dt>
              <kbd>{key === ' ' ? resource('key-help.space') : key}</kbd>
            </dt>
            <dd>{label}</dd>
          </div>
        ))}
      </dl>
      <Checkbox
        id={`${id}-on`}
        label={resource('key-help.single')}
        description={resource('key-help.note')}
        isChecked={on}
        onChange={(_event, checked) => switchKeys(checked)}
      />
    </NoteDialog>
  );
}
