import { useTranslation } from 'react-i18next';

/** Texts of the shared components themselves (`ui/texts`). Screens pass their own words as props. */
export const useUiText = () => useTranslation('ui');
