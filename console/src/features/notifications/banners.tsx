import { Alert, AlertActionLink } from '@patternfly/react-core/dist/esm/components/Alert';
import { useTranslation } from 'react-i18next';
import { askBrowser, browserSays } from '../../app/notify/browser-notice.ts';
import { centreStore, setBrowser, setDoNotDisturb } from '../../app/notify/centre.ts';
import { useStore } from '../../app/store.ts';
import { useUiText } from '../../ui/text.ts';

/** Why nothing pops up, and the way back. */
export function DoNotDisturbBanner() {
  const { t } = useTranslation('notifications');
  const { t: ui } = useUiText();
  return (
    <Alert
      isInline
      variant="info"
      component="p"
      variantLabel={ui('note')}
      title={t('dnd.banner')}
      actionLinks={<AlertActionLink onClick={() => setDoNotDisturb(false)}>{t('dnd.off')}</AlertActionLink>}
    />
  );
}

/** Whether the browser is to tell of the end of long tasks: asked once, when there is one to wait for. */
export function BrowserQuestion() {
  const { t } = useTranslation('notifications');
  const { t: ui } = useUiText();
  const answer = useStore(centreStore, (state) => state.browser);
  if (answer !== null || browserSays() === 'denied') return null;
  return (
    <Alert
      isInline
      variant="info"
      component="p"
      variantLabel={ui('note')}
      title={t('browser.question')}
      actionLinks={
        <>
          <AlertActionLink onClick={() => void askBrowser().then(setBrowser)}>{t('browser.yes')}</AlertActionLink>
          <AlertActionLink onClick={() => setBrowser(false)}>{t('browser.no')}</AlertActionLink>
        </>
      }
    />
  );
}
