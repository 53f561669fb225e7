/** Addresses of the section, as the router writes them. */
export const LIST = '/compute/instances';
export const CREATE = '/compute/instances/add';
export const DETAILS = '/compute/instances/$serverId';
export const RENAME = '/compute/instances/$serverId/edit/name';
/** Where SSH keys are added; a section of its own. */
export const ADD_KEY = '/compute/ssh-keys/add';
