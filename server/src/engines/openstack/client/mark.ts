/** Member of what Gantry makes in a cloud that names the task it was made by: metadata of servers, a property of images. Never shown. */
export const TASK_MARK = 'gantry_task';

/** Names the task, and which of several it makes. */
export const markOf = ({ taskId, copy }: { taskId: string; copy?: number }): string => (copy === undefined ? taskId : `${taskId}#${copy}`);
