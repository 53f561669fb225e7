import MoonIcon from '@patternfly/react-icons/dist/esm/icons/moon-icon';
import SunIcon from '@patternfly/react-icons/dist/esm/icons/sun-icon';
import { useTranslation } from 'react-i18next';
import { ChoiceMenu } from '../shell/choice-menu.tsx';
import { useStore } from '../store.ts';
import { THEMES } from './show-theme.ts';
import { chooseTheme, themeStore } from './theme.ts';

/** Light, dark, or as the system has it. */
export function ThemeSwitch() {
  const { t } = useTranslation();
  const { theme, choice } = useStore(themeStore, (state) => state);
  return (
    <ChoiceMenu
      label={`${t('theme.label')}: ${t(`theme.${choice}`)}`}
      icon={theme === 'dark' ? <MoonIcon /> : <SunIcon />}
      value={choice}
      options={THEMES.map((value) => ({ value, label: t(`theme.${value}`) }))}
      onChoose={chooseTheme}
    />
  );
}
