import { useTranslation } from 'react-i18next';
import { MenuDot } from '../../app/shell/menu-link.tsx';
import { ofEngine } from './attention.ts';
import { useEngines } from './queries.ts';

/** An engine does not answer, or one of its services. */
export function Mark() {
  const { t } = useTranslation();
  const { data } = useEngines();
  const isOn = data?.data.flatMap(ofEngine).some(({ tone }) => tone === 'error');
  return isOn === true && <MenuDot text={t('shell.mark.engine')} />;
}
