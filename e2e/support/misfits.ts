/** What does not fit on a page, as the browser has laid it out. */

/**
 * Reads what is cut, lies outside, lies on each other or makes the page scroll sideways, a line each. Runs in the page, hence in one function.
 *
 * - No text is cut, but for data (in `bdi`, `td` or `dd`) that says all of it where it is pointed at.
 * - No control is out of sight where nothing scrolls to it, and no two lie on each other, but for what stays in sight while others scroll.
 */
export function readMisfits(): string[] {
  /** Pixels that the browser rounds away; of the height of a line more, as letters may be taller than their line. */
  const EDGE = 1.5;
  const LINE = 4;
  const CONTROLS =
    'a[href], button, input:not([type=hidden]), select, textarea, [role=button], [role=tab], [role=menuitem], [role=option], [role=switch]';
  const LABELS = 'button, label, legend, th, dt, nav, h1, h2, h3, h4, [role=tab], [role=menuitem]';
  const found = new Set<string>();
  const dialogs = document.querySelectorAll('[role=dialog][aria-modal=true]');
  const root = dialogs.item(dialogs.length - 1) ?? document.body;

  interface Box {
    left: number;
    right: number;
    top: number;
    bottom: number;
  }
  const NOWHERE: Box = { left: 0, right: 0, top: 0, bottom: 0 };
  const isEmpty = ({ left, right, top, bottom }: Box): boolean => right - left <= EDGE || bottom - top <= EDGE;
  const both = (one: Box, other: Box): Box => ({
    left: Math.max(one.left, other.left),
    right: Math.min(one.right, other.right),
    top: Math.max(one.top, other.top),
    bottom: Math.min(one.bottom, other.bottom),
  });
  const say = (element: Element): string => {
    const of = element.closest('[class*=gantry], [id]') ?? element;
    const name = [element.tagName.toLowerCase(), ...element.classList].join('.');
    const around = of === element ? '' : `${of.id ? `#${of.id}` : `.${of.classList[0] ?? ''}`} `;
    const text = element.getAttribute('aria-label') ?? (element.textContent || element.getAttribute('placeholder') || '');
    return `${around}${name} “${text.trim().replaceAll(/\s+/g, ' ').slice(0, 60)}”`;
  };

  const styles = new Map<Element, CSSStyleDeclaration>();
  const styleOf = (element: Element): CSSStyleDeclaration => {
    const style = styles.get(element) ?? getComputedStyle(element);
    styles.set(element, style);
    return style;
  };
  /** For screen readers alone. */
  const isUnseen = (element: Element): boolean =>
    element.closest('.pf-v6-screen-reader, .gantry-skip') !== null ||
    !element.checkVisibility({ opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true });

  /** What cuts an element at its sides, from the inside out, up to what stays where it is. */
  function* around(element: Element): Generator<{ element: Element; box: Box; x: string; y: string }> {
    let position = 'static';
    for (let at: Element | null = element; at && at !== document.documentElement; at = at.parentElement) {
      const style = styleOf(at);
      const isCutting = position !== 'fixed' && (position !== 'absolute' || style.position !== 'static');
      if (isCutting && (style.overflowX !== 'visible' || style.overflowY !== 'visible')) {
        const { left, top } = at.getBoundingClientRect();
        const box = {
          left: left + at.clientLeft,
          right: left + at.clientLeft + at.clientWidth,
          top: top + at.clientTop,
          bottom: top + at.clientTop + at.clientHeight,
        };
        if (at.clientWidth > 0) yield { element: at, box, x: style.overflowX, y: style.overflowY };
      }
      if (style.position === 'fixed' || (style.position === 'absolute' && position !== 'fixed')) position = style.position;
      else if (isCutting && style.position !== 'static') position = 'static';
    }
  }
  const scrolls = (overflow: string): boolean => overflow === 'auto' || overflow === 'scroll';

  const plain = (text: string): string => text.replace(/\s+/g, ' ');

  /** All of a cut text is told where it is pointed at. */
  const isTold = (element: Element, text: string): boolean => {
    if (!element.closest('bdi, td, dd, main :is(a, li)[title]')) return false;
    if (element.closest(LABELS) && !element.closest('bdi, main :is(a, li)[title]')) return false;
    element.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
    return plain(element.closest('[title]')?.getAttribute('title') ?? '').includes(plain(text));
  };

  function judgeText(node: Text): void {
    const text = node.data.trim();
    const parent = node.parentElement;
    if (text === '' || !parent || parent.closest('script, style, option, svg, [hidden]') || isUnseen(parent)) return;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const rect of range.getClientRects()) {
      let box: Box = rect;
      if (isEmpty(box)) continue;
      for (const cut of around(parent)) {
        // Moved out of sight, for screen readers.
        if (isEmpty(cut.box)) {
          box = NOWHERE;
          break;
        }
        const isWide = !scrolls(cut.x) && (box.left < cut.box.left - EDGE || box.right > cut.box.right + EDGE);
        const isHigh = !scrolls(cut.y) && (box.top < cut.box.top - LINE || box.bottom > cut.box.bottom + LINE);
        if ((isWide || isHigh) && !isTold(parent, text))
          found.add(`cut ${isWide ? '' : 'in height '}by ${say(cut.element)}: “${text.slice(0, 80)}”`);
        // Of what is cut all is said.
        box = isWide || isHigh ? NOWHERE : both(box, cut.box);
        if (isEmpty(box)) break;
      }
      const block = parent.closest(':is(td, th, li, dd, dt, p, div, section, button, label, legend)');
      const inside = block?.getBoundingClientRect();
      // What has no box of its own holds nothing.
      if (block && inside && !isEmpty(inside) && !isEmpty(box) && (box.left < inside.left - LINE || box.right > inside.right + LINE))
        found.add(`runs out of ${say(block)}`);
    }
  }

  interface Control {
    element: Element;
    box: Box;
    /** What stays in sight while others scroll, and holds it. */
    layer: Element | null;
  }
  const layerOf = (element: Element): Element | null => {
    for (let at: Element | null = element; at; at = at.parentElement) if (['fixed', 'sticky'].includes(styleOf(at).position)) return at;
    return null;
  };

  function controlOf(element: Element): Control | undefined {
    if (isUnseen(element) || element.closest('[inert], [aria-hidden=true]')) return undefined;
    const whole = element.getBoundingClientRect();
    if (whole.width <= 1 || whole.height <= 1) return undefined;
    let box: Box = whole;
    let isReached = false;
    for (const cut of around(element.parentElement ?? element)) {
      const rest = both(box, cut.box);
      const isWide: boolean = !isReached && !scrolls(cut.x) && rest.right - rest.left < box.right - box.left - LINE;
      // The name of a thing leads to it.
      if (isWide && !isTold(element, (element.textContent ?? '').trim())) found.add(`control cut by ${say(cut.element)}: ${say(element)}`);
      isReached ||= scrolls(cut.x) || isWide;
      box = rest;
      if (isEmpty(box)) return undefined;
    }
    if (!isReached && (box.left < -EDGE || box.right > innerWidth + EDGE)) found.add(`outside: ${say(element)}`);
    return { element, box, layer: layerOf(element) };
  }

  const page = document.documentElement;
  if (page.scrollWidth > page.clientWidth) found.add(`the page scrolls sideways: ${page.scrollWidth} of ${page.clientWidth}`);
  for (const main of document.querySelectorAll('main, .pf-v6-c-modal-box__body'))
    if (main.scrollWidth > main.clientWidth)
      found.add(`${say(main).slice(0, 30)} scrolls sideways: ${main.scrollWidth} of ${main.clientWidth}`);

  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) judgeText(texts.currentNode as Text);

  const controls = [...root.querySelectorAll(CONTROLS)].map(controlOf).filter((control) => control !== undefined);
  controls.forEach((one, index) => {
    for (const other of controls.slice(index + 1)) {
      if (one.layer !== other.layer || one.element.contains(other.element) || other.element.contains(one.element)) continue;
      if (!isEmpty(both(one.box, other.box))) found.add(`on each other: ${say(one.element)} and ${say(other.element)}`);
    }
  });
  return [...found];
}
