import type { MEMBER_ORIGINS } from '@gantry/contract/nouns/projects/members';
import { useTranslation } from 'react-i18next';
import { ItemLink } from '../../app/resource/item-link.tsx';

type Origin = (typeof MEMBER_ORIGINS)[number];

interface Member {
  id: string;
  /** Null where the user is not the reader's to see. */
  name: string | null;
  from: Origin;
}

/** So much of an id tells one from another. */
const ID_SHOWN = 8;

/** What a member of a project is called: by the name, or by the beginning of the id. */
export const memberName = ({ id, name }: Pick<Member, 'id' | 'name'>): string => name ?? `${id.slice(0, ID_SHOWN)}…`;

/** A member of a project, with a mark where the user is not of its domain. @param linked leads to the page of whom the reader sees */
export function MemberName({ member, linked = false }: { member: Member; linked?: boolean }) {
  const { t } = useTranslation('users');
  const { id, name, from } = member;
  return (
    <>
      {linked && name !== null ? (
        <ItemLink kind="user" id={id}>
          {name}
        </ItemLink>
      ) : (
        <bdi title={name === null ? id : undefined}>{memberName(member)}</bdi>
      )}
      {from !== 'domain' && <span className="gantry-subtle"> ({t(`origin.${from}`)})</span>}
    </>
  );
}
