import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { abilityStore } from '../abilities/abilities.ts';
import { loadTexts } from '../i18n/languages.ts';
import { useSession } from '../session/use-session.ts';
import { useStore } from '../store.ts';
import { openPalette } from './palette-state.ts';
import { Palette } from './palette.tsx';

/** Search by a button, for pages without the shell: for whoever is signed in, and works once their rights are known. */
export function SearchButton() {
  const { t } = useTranslation();
  const isAdmitted = useSession(({ currentUser, accessDisabled }) => currentUser !== null && accessDisabled === false);
  const knowsRights = useStore(abilityStore, ({ isLoaded, failure }) => isLoaded && failure === undefined);
  const [hasTexts, setHasTexts] = useState(false);
  useEffect(() => {
    if (isAdmitted) void loadTexts('ui', 'resource', 'nouns').then(() => setHasTexts(true));
  }, [isAdmitted]);
  if (!isAdmitted) return null;
  const isReady = knowsRights && hasTexts;
  return (
    <>
      <Button variant="secondary" isDisabled={!isReady} onClick={openPalette}>
        {t('palette.open')}
      </Button>
      {isReady && <Palette />}
    </>
  );
}
