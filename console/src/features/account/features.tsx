import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { Switch } from '@patternfly/react-core/dist/esm/components/Switch';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { flagStore, isOn, loadFlags, overrideFlag } from '../../app/flags/flags.ts';
import { side } from '../../app/base.ts';
import { useStore } from '../../app/store.ts';
import './account.css';

/** The features of the console, which this browser can turn on and off for itself (S2 §3). */
export function Features() {
  const { t } = useTranslation('account');
  const state = useStore(flagStore, (flags) => flags);
  useEffect(() => void loadFlags(), []);
  const here = state.features.filter(({ metadata }) => metadata.target === 'common' || metadata.target === side());
  return (
    <>
      <p>{t('features.note')}</p>
      {here.length === 0 && <p>{t('features.none')}</p>}
      <ul className="gantry-flags">
        {here.map(({ id }) => (
          <li key={id}>
            <Switch
              label={t(`features.name.${id}` as 'features.note', { defaultValue: id })}
              isChecked={isOn(id, state)}
              onChange={(_event, on) => overrideFlag(id, on)}
            />
            {id in state.overrides && (
              <Button variant="link" isInline onClick={() => overrideFlag(id, undefined)}>
                {t('features.reset')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}
