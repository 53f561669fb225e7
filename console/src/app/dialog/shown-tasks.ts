/** Tasks whose outcome a dialog is showing: nobody else tells of them meanwhile. */
const shown = new Set<string>();

/** @returns ends it: for a task that is still under way. */
export function showTask(taskId: string): () => void {
  shown.add(taskId);
  return () => void shown.delete(taskId);
}

export const isShownInDialog = (taskId: string): boolean => shown.has(taskId);
