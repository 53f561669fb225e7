/** Addresses of the task history. */
export const LIST = '/tasks';
export const DETAILS = '/tasks/$taskId';
