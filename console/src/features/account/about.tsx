import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { Spinner } from '@patternfly/react-core/dist/esm/components/Spinner';
import { useQuery } from '@tanstack/react-query';
import { lazy, type ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../app/api/calls.ts';
import { readOptions } from '../../app/api/queries.ts';
import type { OpenedProps } from '../../app/dialog/dialogs.ts';
import { useFailure } from '../../app/errors/failure.ts';
import { useScopeKey } from '../../app/session/use-session.ts';
import { FailureText } from '../../ui/show/failure-text.tsx';
import { openNote } from './open-note.ts';
import './account.css';

const Licences = lazy<ComponentType<OpenedProps>>(async () => ({ default: (await import('./licences.tsx')).Licences }));

/** Which version of the product this is (S0 §2), and the way to the licences of what is shipped. */
export function About() {
  const { t } = useTranslation('account');
  const { t: shell } = useTranslation('shell');
  const describe = useFailure();
  const { data, error } = useQuery(readOptions(useScopeKey(), api.platform.about, {}));
  if (error) return <FailureText failure={describe(error)} />;
  if (!data) return <Spinner size="md" aria-label={shell('shell.loading')} />;
  const { version, release } = data['storage-release'];
  return (
    <>
      <dl className="gantry-about">
        <div>
          <dt>{t('about.product')}</dt>
          <dd>{shell('product')}</dd>
        </div>
        <div>
          <dt>{t('about.version')}</dt>
          <dd>
            <bdi>{version}</bdi>
          </dd>
        </div>
        <div>
          <dt>{t('about.release')}</dt>
          <dd>
            <bdi>{release}</bdi>
          </dd>
        </div>
      </dl>
      <Button variant="link" isInline onClick={() => openNote(t('about.licences'), Licences, true)}>
        {t('about.licences')}
      </Button>
    </>
  );
}
