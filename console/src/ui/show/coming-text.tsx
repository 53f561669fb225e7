import { useUiText } from '../text.ts';
import './show.css';

/** Stands for a text that is on its way where only plain text can stand. */
export const COMING = '…';

/** Where a text will stand that is on its way: as high as a line of text. */
export function ComingText() {
  const { t } = useUiText();
  return (
    <span className="gantry-bone gantry-bone-text">
      <span className="pf-v6-screen-reader">{t('loading')}</span>
    </span>
  );
}
