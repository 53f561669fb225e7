/** Puts a text on the clipboard, also where the browser's clipboard is closed to pages without TLS. Answers whether it is there. */
export async function copy(text: string): Promise<boolean> {
  if (navigator.clipboard) {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch (error) {
      if (!(error instanceof DOMException)) throw error;
    }
  }
  const selection = document.getSelection();
  const holder = document.createElement('span');
  holder.textContent = text;
  document.body.append(holder);
  selection?.selectAllChildren(holder);
  const done = document.execCommand('copy');
  selection?.removeAllRanges();
  holder.remove();
  return done;
}
