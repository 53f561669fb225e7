import type { User } from '@gantry/contract/nouns/users/entity';
import { Title } from '@patternfly/react-core/dist/esm/components/Title';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../app/abilities/use-may.ts';
import { api } from '../../app/api/calls.ts';
import { useList } from '../../app/api/hooks.ts';
import { ItemLink } from '../../app/resource/item-link.tsx';
import { placeOf } from './section.ts';

/** The groups that a user is in, whose rights add to the own ones; nothing where there are none. */
export function UserGroups({ user }: { user: User }) {
  const { t } = useTranslation('users');
  const may = useMay();
  const isIn = user.group_ids.length > 0;
  const { data } = useList(api.groups.ofUser, {}, placeOf(user), { enabled: isIn && may(api.groups.ofUser) });
  if (!isIn || !data) return null;
  return (
    <section className="gantry-tab" aria-label={t('people.groups')}>
      <Title headingLevel="h2" size="lg">
        {t('people.groups')}
      </Title>
      <p>{t('in-groups')}</p>
      <ul>
        {data.data.map(({ id, name }) => (
          <li key={id}>
            <ItemLink kind="group" id={id}>
              {name}
            </ItemLink>
          </li>
        ))}
      </ul>
    </section>
  );
}
