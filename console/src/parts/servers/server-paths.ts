/** The list of servers, and the page that makes new ones, to which other nouns lead as well. */
export const SERVERS = '/compute/instances';
export const CREATE_SERVER = '/compute/instances/add';
