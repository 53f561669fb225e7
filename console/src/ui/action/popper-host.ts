/** Where menus are put: into the page's main part, so that they belong to a landmark, and out of what scrolls by itself. */
export const popperHost = (): HTMLElement => document.querySelector('main') ?? document.body;
