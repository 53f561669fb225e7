import { underBase } from '../base.ts';

/** Lets the browser itself fetch a file by its ticket, with its own progress and its own way to go on later: nothing of it is held here. */
export function fetchFile(path: `/${string}`): void {
  const link = document.createElement('a');
  link.href = underBase(path);
  // The name is told by the answer.
  link.download = '';
  link.click();
}
