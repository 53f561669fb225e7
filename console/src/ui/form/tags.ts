/** The tags of a text in which commas separate them. */
export const tagsIn = (text: string): string[] =>
  text
    .split(',')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '');

/** That text. */
export const tagsText = (tags: readonly string[]): string => tags.join(', ');
