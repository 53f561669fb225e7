import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { LanguageSwitch } from '../i18n/language-switch.tsx';
import { ThemeSwitch } from '../theme/theme-switch.tsx';
import { LiveStatus } from './live-status.tsx';
import { Logo } from './logo.tsx';
import { ProjectChooser } from './project-chooser.tsx';
import { UserMenu } from './user-menu.tsx';

export function Header() {
  const { t } = useTranslation();
  return (
    <header className="gantry-header">
      <Link to="/" className="gantry-brand" aria-label={`${t('product')}: ${t('shell.home')}`}>
        <Logo />
        <span>{t('product')}</span>
      </Link>
      <ProjectChooser />
      <span className="gantry-header-space" />
      <LiveStatus />
      <ThemeSwitch />
      <LanguageSwitch />
      <UserMenu />
    </header>
  );
}
