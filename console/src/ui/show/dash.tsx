import { useUiText } from '../text.ts';
import './show.css';

/** Stands where there is no value. */
export function Dash() {
  const { t } = useUiText();
  return (
    <span className="gantry-dash">
      <span aria-hidden>–</span>
      <span className="pf-v6-screen-reader">{t('none')}</span>
    </span>
  );
}
