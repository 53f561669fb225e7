import { useTranslation } from 'react-i18next';
import { MenuDot } from '../../app/shell/menu-dot.tsx';
import { useHasUnseenFailure } from './unseen.ts';

/** Tasks have failed, and nobody has seen it. */
export function Mark() {
  const { t } = useTranslation();
  return useHasUnseenFailure() && <MenuDot text={t('shell.mark.tasks')} />;
}
