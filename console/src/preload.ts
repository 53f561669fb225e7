/** The first script of the page, small (a chunk of its own): it runs before the rest of the console has arrived, and before anything is painted. */
import { sendAhead } from './app/preload/requests.ts';
import { showTheme } from './app/theme/show-theme.ts';

sendAhead();
showTheme();
