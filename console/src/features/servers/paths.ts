/** Addresses of the section, as the router writes them. */
export const LIST = '/compute/instances';
export const CREATE = '/compute/instances/add';
export const DETAILS = '/compute/instances/$serverId';
export const RENAME = '/compute/instances/$serverId/edit/name';
