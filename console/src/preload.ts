/** The first script of the page, small (a chunk of its own): it runs before the rest of the console has arrived. */
import { sendAhead } from './app/preload/requests.ts';

sendAhead();
