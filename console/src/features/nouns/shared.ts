import { nouns } from '@gantry/contract';
import { completeForms, joinForms, type Forms } from '../../app/resource/noun-forms.ts';

type Tree = Readonly<Record<string, string>>;

/** What every page knows of a noun; the rest of its texts comes with its own pages. */
export interface NounTexts {
  /** Its names, in the forms that sentences need. */
  noun?: Forms;
  /** What is done to get one, where it is not created. */
  verb?: 'add';
  /** Labels of its menu entries; where there are none, its plural under `list`. */
  menu?: Tree;
  /** Names of its commands, for the tasks of all nouns: `{key_pair: {create: 'Add SSH key'}}`. */
  command?: Readonly<Record<string, Tree>>;
}

/** What the frame says of any noun's commands: `{create: 'Create {{noun.one}}'}`. */
export interface FrameTexts {
  command: Tree;
  /** Where things are added instead. */
  add: { command: Tree };
}

const camel = (folder: string): string => folder.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

/** The kind of the contract that a folder's noun is about. */
const kindOf = (folder: string): string | undefined =>
  Object.entries(nouns)
    .find(([name]) => name === camel(folder))?.[1]
    .kinds.at(0)?.name;

/** Puts a noun's forms into a sentence. */
const fill = (sentence: string, forms: Forms): string =>
  joinForms(sentence.replace(/\{\{noun\.(\w+)\}\}/g, (_, form: string) => forms[form] ?? ''));

/** `{'../servers/texts/en.json': {menu, command, …}}` → `{menu: {servers: {…}}, command: {server: {…}}}`. */
export function shared(
  files: Readonly<Record<string, NounTexts>>,
  frame: FrameTexts,
  language: string,
): { menu: Record<string, Tree>; command: Record<string, Tree> } {
  const menu: Record<string, Tree> = {};
  const command: Record<string, Tree> = {};
  for (const [path, texts] of Object.entries(files)) {
    const folder = /([^/]+)\/texts\/\w+\.json$/.exec(path)?.[1] ?? '';
    if (texts.noun) {
      const forms = completeForms(texts.noun, language);
      menu[folder] = { list: fill('{{noun.Many}}', forms) };
      const sentences = { ...frame.command, ...(texts.verb && frame[texts.verb].command) };
      const commands = Object.entries(sentences).map(([name, sentence]) => [name, fill(sentence, forms)]);
      const kind = kindOf(folder);
      // Whichever file comes first, a command's own name goes before the frame's.
      if (kind !== undefined) command[kind] = { ...(Object.fromEntries(commands) as Tree), ...command[kind] };
    }
    if (texts.menu) menu[folder] = texts.menu;
    for (const [kind, own] of Object.entries(texts.command ?? {})) command[kind] = { ...command[kind], ...own };
  }
  return { menu, command };
}
