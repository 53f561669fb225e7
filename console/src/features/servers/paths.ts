import { CREATE_SERVER, SERVERS } from '../../parts/servers/server-paths.ts';

/** Addresses of the section, as the router writes them. */
export const LIST = SERVERS;
export const CREATE = CREATE_SERVER;
/** The same, with one of its steps open: `/compute/instances/add/flavor`. */
export const CREATE_STEP = '/compute/instances/add/{-$step}';
export const DETAILS = '/compute/instances/$serverId';
/** Leads to the details (decision D4). */
export const OTHER_DETAILS = '/compute/servers/instances/$serverId';
/** The console, in a tab of its own. */
export const SCREEN = '/compute/servers/instances/$serverId/console';
/** Leads to the console: where it would be below the details. */
export const OTHER_SCREEN = '/compute/instances/$serverId/console';
/** Makes a volume. */
export const ADD_VOLUME = '/compute/volumes/add';
/** Takes a snapshot of a volume. */
export const TAKE_SNAPSHOT = '/compute/volume-snapshots/add';
/** Name of the form that creates servers, under which the tab keeps what is typed into it. */
export const DRAFT = 'create-server';
