import type { KeyPair } from '@gantry/contract/nouns/key-pairs/entity';
import KeyIcon from '@patternfly/react-icons/dist/esm/icons/key-icon';
import { useTranslation } from 'react-i18next';
import { api } from '../../app/api/calls.ts';
import { ResourceDetails, ResourceDetailsPage } from '../../app/resource/details-page.tsx';
import { CopyText } from '../../ui/show/copy-text.tsx';
import { Details } from '../../ui/show/details.tsx';
import { Instant } from '../../ui/show/instant.tsx';
import { typeOf } from './key-type.ts';
import { LIST } from './section.ts';
import { useKeyPairActions } from './use-key-pair-actions.ts';

/** One SSH key. */
export function Page() {
  return (
    <ResourceDetailsPage<KeyPair> noun="key-pairs" icon={KeyIcon} call={api.keyPairs.read} list={LIST}>
      {(item) => <KeyPairDetails item={item} />}
    </ResourceDetailsPage>
  );
}

function KeyPairDetails({ item }: { item: KeyPair }) {
  const { t } = useTranslation('key-pairs');
  const actions = useKeyPairActions([item]);
  const copied = (field: 'fingerprint' | 'public-key', text: string) => <CopyText text={text} label={t(`field.${field}`)} />;
  const properties = [
    { label: t('field.type'), value: typeOf(item) },
    { label: t('field.fingerprint'), value: copied('fingerprint', item.fingerprint) },
    ...(item.user_name === null ? [] : [{ label: t('field.user'), value: item.user_name }]),
    { label: t('field.created'), value: <Instant at={item.created_at} /> },
    { label: t('field.public-key'), value: copied('public-key', item.public_key) },
  ];
  return (
    <ResourceDetails item={item} actions={actions} buttons={['keyPairs.delete']}>
      <Details properties={properties} />
    </ResourceDetails>
  );
}
