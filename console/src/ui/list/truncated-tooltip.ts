import type { PointerEvent } from 'react';

/** Gives a cell whose text is cut all of it as its tooltip, when it is pointed at: one listener for a whole table. */
export function showTruncatedTooltip({ target }: PointerEvent): void {
  const cell = target instanceof Element ? target.closest<HTMLElement>('td, th') : null;
  if (!cell || cell.querySelector('[title]')) return;
  const cut = [cell, ...cell.querySelectorAll<HTMLElement>('.gantry-cut, bdi')].some(
    ({ scrollWidth, clientWidth }) => scrollWidth > clientWidth,
  );
  if (cut) cell.title = cell.innerText.trim();
  else cell.removeAttribute('title');
}
