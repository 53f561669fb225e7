import { Switch } from '@patternfly/react-core/dist/esm/components/Switch';
import { useTranslation } from 'react-i18next';
import { askBrowser, browserSays } from '../../app/notify/browser-notice.ts';
import { centreStore, setBrowser, setDoNotDisturb, setMuted, setTypeMuted } from '../../app/notify/centre.ts';
import { useStore } from '../../app/store.ts';

const TYPES = ['error', 'warning', 'success', 'info', 'progress'] as const;

/** What pops up, and whether anything does at all. */
export function Settings() {
  const { t } = useTranslation('notifications');
  const { doNotDisturb, muted, mutedTypes, browser } = useStore(centreStore, (state) => state);
  const refused = browserSays() === 'denied';
  return (
    <div className="gantry-centre-settings">
      <Switch label={t('settings.dnd')} isChecked={doNotDisturb} onChange={(_event, on) => setDoNotDisturb(on)} />
      <p>{t('settings.dnd-note')}</p>
      <Switch label={t('settings.pop-ups')} isChecked={!muted} onChange={(_event, on) => setMuted(!on)} />
      <fieldset disabled={muted}>
        <legend>{t('settings.types')}</legend>
        {TYPES.map((type) => (
          <Switch
            key={type}
            label={t(`settings.type.${type}`)}
            isChecked={!mutedTypes.includes(type)}
            isDisabled={muted}
            onChange={(_event, on) => setTypeMuted(type, !on)}
          />
        ))}
      </fieldset>
      <Switch
        label={t('settings.browser')}
        isChecked={browser === true && !refused}
        isDisabled={refused}
        onChange={(_event, on) => void (on ? askBrowser().then(setBrowser) : setBrowser(false))}
      />
      {refused && <p>{t('settings.browser-refused')}</p>}
    </div>
  );
}
