/** `npm run rooms`: which room imports how often from which. */
import { printRooms } from './check/walls.ts';

for (const line of await printRooms()) console.log(line);
