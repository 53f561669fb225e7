import type { PointerEvent } from 'react';

/** Gives a cell or a name whose text is cut all of it as its tooltip, when it is pointed at: one listener for all that it is around. */
export function showTruncatedTooltip({ target }: PointerEvent): void {
  const pointed = target instanceof Element ? target : undefined;
  const place = pointed?.closest<HTMLElement>('td, th') ?? pointed?.closest<HTMLElement>('bdi');
  if (!place || place.querySelector('[title]')) return;
  const isCut = [place, ...place.querySelectorAll('*')].some(
    ({ scrollWidth, clientWidth }) => clientWidth > 0 && scrollWidth > clientWidth,
  );
  if (isCut) place.title = place.innerText.trim();
  else place.removeAttribute('title');
}
