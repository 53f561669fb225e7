/**
 * Where menus are put: into the dialog that is open, which all else is hidden behind, else into the page's main part, so that they belong to a
 * landmark, and out of what scrolls by itself.
 */
export const popperHost = (): HTMLElement =>
  [...document.querySelectorAll('[aria-modal=true]')].at(-1)?.parentElement ?? document.querySelector('main') ?? document.body;
