/** Member of what Gantry makes in a cloud that names the task it was made by: metadata of servers, a property of images. Never shown. */
export const TASK_MARK = 'gantry_task';
