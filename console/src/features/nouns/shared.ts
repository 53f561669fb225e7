/** What every page knows of a noun; the rest of its texts comes with its own pages. */
export interface NounTexts {
  /** Labels of its menu entries. */
  menu?: Readonly<Record<string, string>>;
  /** Names of its commands, for the tasks of all nouns: `{key_pair: {create: 'Add SSH key'}}`. */
  command?: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** `{'../servers/texts/en.json': {menu, command, …}}` → `{menu: {servers: {…}}, command: {server: {…}}}`. */
export function shared(files: Readonly<Record<string, NounTexts>>): { menu: Record<string, unknown>; command: Record<string, unknown> } {
  const menu: Record<string, unknown> = {};
  const command: Record<string, unknown> = {};
  for (const [path, texts] of Object.entries(files)) {
    const noun = path.split('/').at(-3) ?? '';
    if (texts.menu) menu[noun] = texts.menu;
    Object.assign(command, texts.command);
  }
  return { menu, command };
}
