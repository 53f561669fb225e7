import type { KeyPair } from '@gantry/contract/nouns/key-pairs/entity';
import KeyIcon from '@patternfly/react-icons/dist/esm/icons/key-icon';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { copiedColumn, createdColumn, type SectionColumn } from '../../app/resource/columns.tsx';
import { SectionDetails, SectionList } from '../../app/resource/section-pages.tsx';
import { useScopeKey } from '../../app/session/use-session.ts';
import { section } from './section.ts';

/** What a key begins with: `ssh-ed25519`. Null for what is no SSH key. */
export const typeOf = ({ public_key: text }: Pick<KeyPair, 'public_key'>): string | null => /^([a-z][\w@.-]*) /.exec(text)?.[1] ?? null;

function useColumns(): SectionColumn<KeyPair>[] {
  const { t } = useTranslation('key-pairs');
  const isOwn = useScopeKey().startsWith('project:');
  return useMemo(() => {
    return [
      { key: 'type', label: t('field.type'), value: typeOf },
      copiedColumn('fingerprint', t('field.fingerprint')),
      // Administrators see whose they are.
      ...(isOwn ? [] : [{ key: 'user', label: t('field.user'), value: (item: KeyPair) => item.user_name }]),
      createdColumn(t('field.created')),
      { ...copiedColumn('public_key', t('field.public-key')), on: 'details' },
    ];
  }, [t, isOwn]);
}

export const List = () => <SectionList section={section} icon={KeyIcon} columns={useColumns()} />;
export const Details = () => <SectionDetails section={section} icon={KeyIcon} columns={useColumns()} />;
