import { standingIn } from '@gantry/contract/access/project-standings';
import { Divider } from '@patternfly/react-core/dist/esm/components/Divider';
import { Dropdown, DropdownGroup, DropdownItem, DropdownList } from '@patternfly/react-core/dist/esm/components/Dropdown';
import { MenuToggle } from '@patternfly/react-core/dist/esm/components/MenuToggle';
import UserIcon from '@patternfly/react-icons/dist/esm/icons/user-icon';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { usePlaced } from '../../ui/action/use-placed.ts';
import { underWayStore } from '../notify/under-way.ts';
import { openKeyHelp } from '../palette/palette-state.ts';
import { useOwnPages, usePersonal } from '../router/menu.ts';
import { signOut } from '../session/sign-in.ts';
import type { SessionUser } from '../session/state.ts';
import { useSession } from '../session/use-session.ts';
import { useStore } from '../store.ts';

/** Who is signed in and as what, what is their own, and the way out. */
export function UserMenu() {
  const { t } = useTranslation();
  const user = useSession((session) => session.currentUser);
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  if (!user) return null;
  return (
    <>
      <MenuToggle
        ref={button}
        variant="plainText"
        icon={<UserIcon />}
        isExpanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        aria-label={t('shell.userMenu', { name: user.name })}
      >
        <bdi>{user.name}</bdi>
      </MenuToggle>
      {isOpen && <OpenMenu at={button} user={user} onClose={() => setOpen(false)} />}
    </>
  );
}

interface OpenMenuProps {
  at: RefObject<HTMLButtonElement | null>;
  user: SessionUser;
  onClose(): void;
}

/** Made when it is opened: a menu that waits in the page has the page laid out before its rows are there. */
function OpenMenu({ at, user, onClose }: OpenMenuProps) {
  const { t, i18n } = useTranslation();
  const navigate = useNavigate();
  const own = useOwnPages();
  const personal = usePersonal();
  const domain = useSession((session) => session.currentDomain);
  const project = useSession((session) => session.currentProject);
  const underWay = useStore(underWayStore, ({ commands }) => commands);
  const roles = project ? [standingIn(project)] : user.roles.map(({ id }) => id);
  return (
    <Dropdown
      isOpen={usePlaced()}
      shouldFocusFirstItemOnOpen
      onOpenChange={onClose}
      onSelect={onClose}
      popperProps={{ position: 'end', appendTo: 'inline' }}
      toggle={{ toggleNode: null, toggleRef: at }}
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
