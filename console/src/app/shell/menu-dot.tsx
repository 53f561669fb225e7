/** Beside an entry of the menu: something behind it is out of order, in words for whoever cannot see the dot. */
export const MenuDot = ({ text }: { text: string }) => (
  <span className="gantry-menu-dot" title={text}>
    <span className="pf-v6-screen-reader">{text}</span>
  </span>
);
