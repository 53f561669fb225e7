import { standingIn } from '@gantry/contract/access/project-standings';
import { Divider } from '@patternfly/react-core/dist/esm/components/Divider';
import { Dropdown, DropdownGroup, DropdownItem, DropdownList } from '@patternfly/react-core/dist/esm/components/Dropdown';
import { MenuToggle } from '@patternfly/react-core/dist/esm/components/MenuToggle';
import UserIcon from '@patternfly/react-icons/dist/esm/icons/user-icon';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { underWayStore } from '../notify/under-way.ts';
import { openKeyHelp } from '../palette/palette-state.ts';
import { useOwnPages, usePersonal } from '../router/menu.ts';
import { signOut } from '../session/sign-in.ts';
import { useSession } from '../session/use-session.ts';
import { useStore } from '../store.ts';

/** Who is signed in and as what, what is their own, and the way out. */
export function UserMenu() {
  const { t, i18n } = useTranslation();
  const navigate = useNavigate();
  const own = useOwnPages();
  const personal = usePersonal();
  const user = useSession((session) => session.currentUser);
  const domain = useSession((session) => session.currentDomain);
  const project = useSession((session) => session.currentProject);
  const underWay = useStore(underWayStore, ({ commands }) => commands);
  const [isOpen, setOpen] = useState(false);
  if (!user) return null;
  const roles = project ? [standingIn(project)] : user.roles.map(({ id }) => id);
  return (
    <Dropdown
      isOpen={isOpen}
      shouldFocusFirstItemOnOpen
      onOpenChange={setOpen}
      onSelect={() => setOpen(false)}
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
        {roles.length > 0 && <p className="gantry-role">{roles.map((role) => t(`role.${role}`)).join(', ')}</p>}
        <DropdownList>
          {own.map(({ noun, label, path }) => (
            <DropdownItem key={path} onClick={() => void navigate({ to: path })}>
              {i18n.t(`nouns:menu.${noun}.${label}` as 'product')}
            </DropdownItem>
          ))}
          {personal.map(({ noun, label, run, unlessUnderWay }) => {
            const title = i18n.t(`nouns:menu.${noun}.${label}` as 'product');
            return (
              <DropdownItem
                key={`${noun} ${label}`}
                isAriaDisabled={unlessUnderWay !== undefined && underWay.includes(unlessUnderWay)}
                onClick={() => run(title)}
              >
                {title}
              </DropdownItem>
            );
          })}
          <DropdownItem onClick={openKeyHelp}>{t('keys.title')}</DropdownItem>
          <Divider component="li" />
          <DropdownItem onClick={() => void signOut()}>{t('shell.signOut')}</DropdownItem>
        </DropdownList>
      </DropdownGroup>
    </Dropdown>
  );
}
