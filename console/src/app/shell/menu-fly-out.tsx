import { useTranslation } from 'react-i18next';
import { GROUP_ICONS, type MenuGroupProps } from './menu-group.tsx';
import { MenuLink, MenuMarks } from './menu-link.tsx';
import { useFlyOut } from './use-fly-out.ts';

/** A group of the narrow menu, whose entries fly out beside its icon. */
export function FlyOutGroup({ group, items, current, onGo }: MenuGroupProps) {
  const { t } = useTranslation();
  const { place, isOpen, top, toggle, close } = useFlyOut(items.length);
  const Icon = GROUP_ICONS[group];
  const name = t(`shell.group.${group}`);
  return (
    <li ref={place}>
      <button type="button" className={`gantry-menu-item${current ? ' is-around' : ''}`} aria-expanded={isOpen} onClick={toggle}>
        <Icon />
        <span className="pf-v6-screen-reader">{name}</span>
        <MenuMarks items={items} />
      </button>
      {isOpen && (
        <div className="gantry-menu-fly-out" style={{ insetBlockStart: top }}>
          <p aria-hidden="true">{name}</p>
          <ul aria-label={name}>
            {items.map((item) => (
              <li key={item.path}>
                <MenuLink
                  item={item}
                  isCurrent={item === current}
                  shape="inside"
                  onClick={() => {
                    close();
                    onGo();
                  }}
                />
              </li>
            ))}
          </ul>
        </div>
      )}
    </li>
  );
}
