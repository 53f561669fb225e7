import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { useCanGoBack, useNavigate, useRouter, useRouterState } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { SearchButton } from '../../app/palette/search-button.tsx';
import { NOT_FOUND_PATH } from '../../app/router/use-page.ts';
import type en from './texts/en.json';
import { MessagePage } from './message-page.tsx';

type Word = keyof typeof en.title & keyof typeof en.text;

/** Pages of S0 §2 that differ in their words only. */
export function errorPage(word: Word): ComponentType {
  /** The page of unknown addresses shows at these, and at its own. */
  const isUnknown = (pathname: string): boolean => word === 'notFound' && pathname !== NOT_FOUND_PATH;
  const isTransient = word === 'server' || word === 'overloaded';
  return function ErrorPage() {
    const { t } = useTranslation('errors');
    const navigate = useNavigate();
    const router = useRouter();
    // Somebody who came by an address or a link from elsewhere would leave the console.
    const canGoBack = useCanGoBack();
    const wanted = useRouterState({
      select: ({ location }) => location.state.denied ?? (isUnknown(location.pathname) ? location.href : undefined),
    });
    return (
      <MessagePage title={t(`title.${word}`)} text={t(`text.${word}`)}>
        {wanted !== undefined && (
          <p className="gantry-message-address">
            {t('address')}: <bdi>{wanted}</bdi>
          </p>
        )}
        <div className="gantry-message-actions">
          {isTransient && (
            <Button variant="primary" onClick={() => history.back()}>
              {t('retry')}
            </Button>
          )}
          {!isTransient && canGoBack && (
            <Button variant="primary" onClick={() => router.history.back()}>
              {t('back')}
            </Button>
          )}
          <Button variant={isTransient || canGoBack ? 'secondary' : 'primary'} onClick={() => void navigate({ to: '/' })}>
            {t('home')}
          </Button>
          <SearchButton />
        </div>
      </MessagePage>
    );
  };
}
