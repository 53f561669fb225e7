/** Addresses of the section, as the router writes them. */
export const LIST = '/compute/instances';
export const CREATE = '/compute/instances/add';
/** The same, with one of its steps open: `/compute/instances/add/flavor`. */
export const CREATE_STEP = '/compute/instances/add/{-$step}';
export const DETAILS = '/compute/instances/$serverId';
/** Leads to the details (decision D4). */
export const OTHER_DETAILS = '/compute/servers/instances/$serverId';
/** The console, in a tab of its own. */
export const SCREEN = '/compute/servers/instances/$serverId/console';
/** Where SSH keys are added; a section of its own. */
export const ADD_KEY = '/compute/ssh-keys/add';
/** Takes a snapshot of a volume. */
export const TAKE_SNAPSHOT = '/compute/volume-snapshots/add';
