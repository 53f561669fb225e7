import RhUiFoldersFillIcon from '@patternfly/react-icons/dist/esm/icons/rh-ui-folders-fill-icon';
import RhUiHistoryIcon from '@patternfly/react-icons/dist/esm/icons/rh-ui-history-icon';
import RhUiNetworkFillIcon from '@patternfly/react-icons/dist/esm/icons/rh-ui-network-fill-icon';
import RhUiServerIcon from '@patternfly/react-icons/dist/esm/icons/rh-ui-server-icon';
import RhUiStorageFillIcon from '@patternfly/react-icons/dist/esm/icons/rh-ui-storage-fill-icon';
import RhUiTenantFillIcon from '@patternfly/react-icons/dist/esm/icons/rh-ui-tenant-fill-icon';
import RhUiUsersFillIcon from '@patternfly/react-icons/dist/esm/icons/rh-ui-users-fill-icon';
import AngleDownIcon from '@patternfly/react-icons/dist/esm/icons/angle-down-icon';
import AngleRightIcon from '@patternfly/react-icons/dist/esm/icons/angle-right-icon';
import { useId, type ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import type { MenuItem } from '../router/menu.ts';
import type { MenuGroup } from '../router/menu-tree.ts';
import { useStore } from '../store.ts';
import { foldStore, setFolded } from './menu-folds.ts';
import { MenuLink, MenuMarks } from './menu-link.tsx';

export const GROUP_ICONS: Readonly<Record<MenuGroup, ComponentType>> = {
  compute: RhUiServerIcon,
  storage: RhUiStorageFillIcon,
  network: RhUiNetworkFillIcon,
  project: RhUiFoldersFillIcon,
  tenants: RhUiTenantFillIcon,
  access: RhUiUsersFillIcon,
  activity: RhUiHistoryIcon,
};

export interface MenuGroupProps {
  group: MenuGroup;
  items: readonly MenuItem[];
  /** The entry of the open page, if it is one of these. */
  current: MenuItem | undefined;
  /** Once an entry is gone to. */
  onGo(): void;
}

/** A group of the menu with its entries below it, which folds. */
export function FoldingGroup({ group, items, current, onGo }: MenuGroupProps) {
  const { t } = useTranslation();
  const isFolded = useStore(foldStore, ({ folded }) => folded[group] === true);
  const id = useId();
  const Icon = GROUP_ICONS[group];
  const name = t(`shell.group.${group}`);
  return (
    <li>
      <button
        type="button"
        className={`gantry-menu-item${isFolded && current ? ' is-around' : ''}`}
        aria-expanded={!isFolded}
        aria-controls={id}
        onClick={() => setFolded(group, !isFolded)}
      >
        <Icon />
        <span>{name}</span>
        {isFolded && <MenuMarks items={items} />}
        {isFolded ? <AngleRightIcon className="gantry-menu-fold" /> : <AngleDownIcon className="gantry-menu-fold" />}
      </button>
      <ul id={id} aria-label={name} hidden={isFolded}>
        {items.map((item) => (
          <li key={item.path}>
            <MenuLink item={item} isCurrent={item === current} shape="inside" onClick={onGo} />
          </li>
        ))}
      </ul>
    </li>
  );
}
