import { nouns } from '@gantry/contract';

type Tree = Readonly<Record<string, string>>;

/** What every page knows of a noun; the rest of its texts comes with its own pages. */
export interface NounTexts {
  /** Its names, in the forms that sentences need. */
  noun?: Tree;
  /** Labels of its menu entries; where there are none, its plural under `list`. */
  menu?: Tree;
  /** Names of its commands, for the tasks of all nouns: `{key_pair: {create: 'Add SSH key'}}`. */
  command?: Readonly<Record<string, Tree>>;
}

/** What the frame says of any noun's commands: `{create: 'Create {{noun.one}}'}`. */
export interface FrameTexts {
  command: Tree;
}

const camel = (folder: string): string => folder.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
const capital = (text: string, language: string): string => text.slice(0, 1).toLocaleUpperCase(language) + text.slice(1);

/** The kind of the contract that a folder's noun is about. */
const kindOf = (folder: string): string | undefined =>
  Object.entries(nouns).find(([name]) => name === camel(folder))?.[1].kinds.at(0)?.name;

/** Puts a noun's forms into a sentence; the first letter of a name is a capital where the sentence says `{{noun.One}}`. */
const fill = (sentence: string, forms: Tree, language: string): string =>
  sentence.replace(
    /\{\{noun\.(\w+)\}\}/g,
    (_, form: string) => forms[form] ?? capital(forms[form.slice(0, 1).toLowerCase() + form.slice(1)] ?? '', language),
  );

/** `{'../servers/texts/en.json': {menu, command, …}}` → `{menu: {servers: {…}}, command: {server: {…}}}`. */
export function shared(
  files: Readonly<Record<string, NounTexts>>,
  frame: FrameTexts,
  language: string,
): { menu: Record<string, Tree>; command: Record<string, Tree> } {
  const menu: Record<string, Tree> = {};
  const command: Record<string, Tree> = {};
  for (const [path, texts] of Object.entries(files)) {
    const folder = path.split('/').at(-3) ?? '';
    const { noun: forms } = texts;
    if (forms) {
      menu[folder] = { list: capital(forms['many'] ?? '', language) };
      const commands = Object.entries(frame.command).map(([name, sentence]) => [name, fill(sentence, forms, language)]);
      const kind = kindOf(folder);
      if (kind !== undefined) command[kind] = Object.fromEntries(commands) as Tree;
    }
    if (texts.menu) menu[folder] = texts.menu;
    for (const [kind, own] of Object.entries(texts.command ?? {})) command[kind] = { ...command[kind], ...own };
  }
  return { menu, command };
}
