import { Dropdown, DropdownGroup, DropdownItem, DropdownList } from '@patternfly/react-core/dist/esm/components/Dropdown';
import { MenuToggle } from '@patternfly/react-core/dist/esm/components/MenuToggle';
import UserIcon from '@patternfly/react-icons/dist/esm/icons/user-icon';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { signOut } from '../session/sign-in.ts';
import { useSession } from '../session/use-session.ts';

/** Who is signed in, and the way out. */
export function UserMenu() {
  const { t } = useTranslation();
  const user = useSession((session) => session.currentUser);
  const domain = useSession((session) => session.currentDomain);
  const [isOpen, setOpen] = useState(false);
  if (!user) return null;
  return (
    <Dropdown
      isOpen={isOpen}
      onOpenChange={setOpen}
      popperProps={{ position: 'end', appendTo: 'inline' }}
      toggle={(ref) => (
        <MenuToggle
          ref={ref}
          variant="plainText"
          icon={<UserIcon />}
          isExpanded={isOpen}
          onClick={() => setOpen(!isOpen)}
          aria-label={t('shell.userMenu', { name: user.name })}
        >
          <bdi>{user.name}</bdi>
        </MenuToggle>
      )}
    >
      <DropdownGroup label={`${t('shell.signedInAs')} ${user.name}${domain ? ` (${domain.name})` : ''}`}>
        <DropdownList>
          <DropdownItem onClick={() => void signOut()}>{t('shell.signOut')}</DropdownItem>
        </DropdownList>
      </DropdownGroup>
    </Dropdown>
  );
}
