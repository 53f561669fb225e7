/** The first script of the page, small (a chunk of its own): it runs before the rest of the console has arrived, and before anything is painted. */
import { sendAhead } from './app/preload/requests.ts';
import { showTheme } from './app/theme/show-theme.ts';

sendAhead();
showTheme();
// Browsers find out which languages they have when they first format a number, 10 ms: while the rest arrives.
new Intl.NumberFormat(document.documentElement.lang);
