import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import MoonIcon from '@patternfly/react-icons/dist/esm/icons/moon-icon';
import SunIcon from '@patternfly/react-icons/dist/esm/icons/sun-icon';
import { useTranslation } from 'react-i18next';
import { useStore } from '../store.ts';
import { chooseTheme, themeStore } from './theme.ts';

/** One button: to the other theme. */
export function ThemeSwitch() {
  const { t } = useTranslation();
  const theme = useStore(themeStore, (state) => state.theme);
  const other = theme === 'dark' ? 'light' : 'dark';
  const label = t(other === 'dark' ? 'theme.toDark' : 'theme.toLight');
  return (
    <Button
      variant="plain"
      aria-label={label}
      title={label}
      icon={other === 'dark' ? <MoonIcon /> : <SunIcon />}
      onClick={() => chooseTheme(other)}
    />
  );
}
