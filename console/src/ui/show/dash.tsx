import { useUiText } from '../text.ts';
import './show.css';

/** Stands where there is no value. */
export function Dash() {
  const { t } = useUiText();
  return <NoValue label={t('none')} />;
}

/** The same where the word is at hand, as in tables, which look it up once. */
export const NoValue = ({ label }: { label: string }) => (
  <span className="gantry-dash">
    <span aria-hidden>–</span>
    <span className="pf-v6-screen-reader">{label}</span>
  </span>
);
