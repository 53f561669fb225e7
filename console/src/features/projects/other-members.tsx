import type { Project } from '@gantry/contract/nouns/projects/entity';
import type { OtherMember } from '@gantry/contract/nouns/projects/members';
import { Title } from '@patternfly/react-core/dist/esm/components/Title';
import { useTranslation } from 'react-i18next';
import { useNounText } from '../../app/resource/noun-text.ts';
import { SubTable } from '../../app/resource/sub-list.tsx';
import { memberName, MemberName } from '../../parts/people/member-name.tsx';

type Shown = Pick<OtherMember, 'from' | 'cloud_roles'> & { id: string; name: string | null };

/** Who works in the project and is in no list of its domain's users, with the roles as the cloud has them; nothing where there is nobody. */
export function OtherMembers({ project: { other_members: others } }: { project: Project }) {
  const { t } = useTranslation('projects');
  const { t: users } = useTranslation('users');
  const text = useNounText('users');
  if (others.length === 0) return null;
  return (
    <section className="gantry-tab" aria-label={t('member.others')}>
      <Title headingLevel="h2" size="lg">
        {t('member.others')}
      </Title>
      <SubTable<Shown>
        name="others"
        label={t('member.others')}
        items={others.map(({ user_id: id, name = null, from, cloud_roles }) => ({ id, name, from, cloud_roles }))}
        idOf={({ id }) => id}
        nameOf={memberName}
        columns={[
          {
            key: 'name',
            kind: 'name',
            sort: 'name',
            label: text('field.name'),
            value: memberName,
            render: (member) => <MemberName member={member} linked />,
          },
          {
            key: 'roles',
            sort: 'roles',
            label: users('people.cloud-roles'),
            value: ({ cloud_roles: roles }) => roles.join(', '),
          },
        ]}
      />
    </section>
  );
}
