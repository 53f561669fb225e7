import type { KeyPair } from '@gantry/contract/nouns/key-pairs/entity';
import KeyIcon from '@patternfly/react-icons/dist/esm/icons/key-icon';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useCapabilities } from '../../app/abilities/use-ability.ts';
import { commonColumns, copiedColumn, type SectionColumn } from '../../app/resource/columns.tsx';
import { useNounText } from '../../app/resource/noun-text.ts';
import { SectionDetails, SectionList } from '../../app/resource/section-pages.tsx';
import { useCopyAction } from '../../app/resource/use-copy-action.ts';
import { useScopeKey } from '../../app/session/use-session.ts';
import { KEEPS_DESCRIPTION, section } from './section.ts';

/** What a key begins with: `ssh-ed25519`. Null for what is no SSH key. */
export const typeOf = ({ public_key: text }: Pick<KeyPair, 'public_key'>): string | null => /^([a-z][\w@.-]*) /.exec(text)?.[1] ?? null;

/** A list has room for its first lines, the page of a key for all of it. */
const descriptionColumn = (label: string): SectionColumn<KeyPair> => ({
  key: 'description',
  label,
  value: ({ description }) => description,
  render: ({ description }) => (
    <span className="gantry-description" title={description ?? ''}>
      <bdi>{description}</bdi>
    </span>
  ),
  details: ({ description }) => description && <bdi>{description}</bdi>,
});

function useColumns(): SectionColumn<KeyPair>[] {
  const { t } = useTranslation('key-pairs');
  const text = useNounText('key-pairs');
  const described = useCapabilities().has(KEEPS_DESCRIPTION);
  const isOwn = useScopeKey().startsWith('project:');
  return useMemo(() => {
    return [
      ...(described ? [descriptionColumn(text('field.description'))] : []),
      { key: 'type', label: text('field.type'), value: typeOf },
      copiedColumn('fingerprint', t('field.fingerprint')),
      // Administrators see whose they are.
      ...(isOwn ? [] : [{ key: 'user', label: text('field.user'), value: (item: KeyPair) => item.user_name }]),
      commonColumns.created(text),
      { ...copiedColumn('public_key', t('field.public-key')), on: 'details' },
    ];
  }, [t, text, described, isOwn]);
}

export function List() {
  const { t } = useTranslation('key-pairs');
  const copy = useCopyAction<KeyPair>(section.noun, t('field.public-key'), ({ public_key: key }) => key);
  return <SectionList section={section} icon={KeyIcon} columns={useColumns()} actions={[copy]} />;
}

export const Details = () => <SectionDetails section={section} icon={KeyIcon} columns={useColumns()} />;
