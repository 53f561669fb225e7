import { createStore } from '../store.ts';

/** The commands of the user's own tasks that are under way. Apart from the centre, which tells it: that comes later than the first page. */
export const underWayStore = createStore<{ commands: readonly string[] }>({ commands: [] });
