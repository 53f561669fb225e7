import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { Title } from '@patternfly/react-core/dist/esm/components/Title';
import { ToggleGroup, ToggleGroupItem } from '@patternfly/react-core/dist/esm/components/ToggleGroup';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { copy } from '../../ui/show/copy.ts';
import { useUiText } from '../../ui/text.ts';
import { CLIENTS, configOf, type Client, type Connection } from './client-texts.ts';

const NAMES: Readonly<Record<Client, string>> = { awscli: 'AWS CLI', rclone: 'rclone', s3cmd: 's3cmd', sdk: 'AWS SDK' };

/** Ready configuration of a client that the user chooses. */
export function ClientConfig(connection: Connection) {
  const { t } = useTranslation('object-storage');
  const { t: ui } = useUiText();
  const [client, setClient] = useState<Client>('awscli');
  const [isCopied, setCopied] = useState(false);
  const text = configOf(client, connection);
  return (
    <section className="gantry-tab" aria-label={t('clients.title')}>
      <Title headingLevel="h2" size="lg">
        {t('clients.title')}
      </Title>
      <p>{t('clients.body')}</p>
      <ToggleGroup aria-label={t('clients.title')}>
        {CLIENTS.map((one) => (
          <ToggleGroupItem
            key={one}
            text={NAMES[one]}
            isSelected={one === client}
            onChange={() => {
              setClient(one);
              setCopied(false);
            }}
          />
        ))}
      </ToggleGroup>
      <pre className="gantry-objects-config" dir="ltr">
        {text}
      </pre>
      <div>
        <Button variant="secondary" onClick={() => void copy(text).then(setCopied)}>
          {ui('copy.button', { what: NAMES[client] })}
        </Button>{' '}
        <output>{isCopied && ui('copy.copied')}</output>
      </div>
    </section>
  );
}
