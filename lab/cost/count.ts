/** What each noun takes in the sources: lines without blank ones, files, and places elsewhere that name it; and what the nouns share. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { filesBelow, root } from '../../tools/lib/files.ts';
import { FRAMES_BEFORE, type Code } from './before.ts';

export const LAYERS = ['contract', 'embedded', 'openstack', 'console', 'texts', 'tests'] as const;
export type Layer = (typeof LAYERS)[number];

interface Source {
  path: string;
  layer: Layer;
  lines: number;
  text: string;
}

export interface Size {
  lines: number;
  files: number;
}

export interface NounCost {
  noun: string;
  layers: Record<Layer, Size>;
  lines: number;
  files: number;
  code: Code;
  /** Files of others that name the noun, without tests, texts and nouns that are made of it. */
  registrations: string[];
}

const FOLDERS = ['contract/src', 'contract/test', 'server/src', 'server/test', 'console/src', 'console/test', 'e2e', 'fakes/openstack'];

/** What all nouns share: it grows with what nouns can do, not with how many there are. */
const FRAMES: Readonly<Record<Layer, RegExp>> = {
  contract: /^contract\/src\/(wire\/|nouns\/noun\.ts)/,
  embedded: /^server\/src\/engines\/embedded\/platform\//,
  openstack: /^server\/src\/engines\/openstack\/(client|mirror|commands)\//,
  console: /^console\/src\/(app\/(resource|list|form|view)|ui\/(list|form|show|action|dialog))\//,
  texts: /^console\/src\/app\/(resource|list|form)\/texts\//,
  tests:
    /^server\/test\/(nouns\/(index|support\/)|http\/(plain|matrix)\.test|http\/fuzz\/|engines\/openstack\/(plain\.test|support\/made-at-once)|visibility\/|ops\/audit|store\/plans)|^(console\/test|e2e|fakes\/openstack)\/(support\/section|keeping|reading)/,
};

function layerOf(path: string): Layer | undefined {
  if (/\/test\/|^e2e\/|^fakes\//.test(path)) return 'tests';
  if (path.endsWith('.json')) return path.includes('/texts/') ? 'texts' : undefined;
  if (path.startsWith('contract/')) return 'contract';
  if (path.startsWith('console/')) return 'console';
  if (path.startsWith('server/src/seed/')) return 'embedded';
  return /^server\/src\/(?:engines\/|nouns\/(?:[^/]+\/)?)(embedded|openstack)[/.]/.exec(path)?.[1] as 'embedded' | 'openstack' | undefined;
}

const readSources = (): Source[] =>
  filesBelow(FOLDERS)
    .filter((path) => /\.(tsx?|json|css|tsv)$/.test(path) && !/\/fixtures\//.test(path))
    .flatMap((path) => {
      const layer = layerOf(path);
      const text = readFileSync(join(root, path), 'utf8');
      return layer === undefined ? [] : [{ path, layer, text, lines: text.split('\n').filter((line) => line.trim() !== '').length }];
    });

/** What others share of a noun is none of its code. */
function codeIn(sources: readonly Source[]): Code {
  const code = sources.filter(({ path, layer }) => /\.tsx?$/.test(path) && layer !== 'tests' && !path.startsWith('console/src/parts/'));
  return { all: sizeOf(code).lines, console: sizeOf(code.filter(({ layer }) => layer === 'console')).lines };
}

const sizeOf = (sources: readonly Source[]): Size => ({
  lines: sources.reduce((sum, { lines }) => sum + lines, 0),
  files: sources.length,
});
const byLayer = (sources: readonly Source[]): Record<Layer, Size> =>
  Object.fromEntries(LAYERS.map((layer) => [layer, sizeOf(sources.filter((source) => source.layer === layer))])) as Record<Layer, Size>;

/**
 * The noun that a file is of: whose folder it lies in (`nouns/servers/…`, `parts/servers/…`, `features/servers/…`), or with whose name its
 * own begins (`servers-life.spec.ts`); of several the longest. Rooms that are called as a noun, such as the server's `tasks`, are none of it.
 */
export function nounOf(path: string, nouns: readonly string[]): string | undefined {
  const parts = path.split('/');
  const name = parts.pop()!.replace(/\..*$/, '');
  const folder = parts[parts.findIndex((part) => part === 'nouns' || part === 'parts' || part === 'features') + 1];
  if (folder !== parts[0] && folder !== undefined && nouns.includes(folder)) return folder;
  const begins = (noun: string): boolean => name === noun || name.startsWith(`${noun}-`);
  return nouns.filter(begins).toSorted((a, b) => b.length - a.length)[0];
}

/** Ways of writing a noun in sources: `key-pairs`, `keyPairs`, `key_pair`, `keyPair`. */
export function spellingsOf(noun: string): RegExp {
  const singular = noun.replace(/ies$/, 'y').replace(/s$/, '');
  const camel = (name: string) => name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
  const all = new Set([noun, singular, camel(noun), camel(singular), noun.replaceAll('-', '_'), singular.replaceAll('-', '_')]);
  return new RegExp(`(?<![\\w-])(${[...all].join('|')})(?![\\w-])`);
}

/** Counts every noun of the contract, and the frames; `code` is the lines of TypeScript in each folder of frames. */
export function countNouns(): { nouns: NounCost[]; frames: Record<Layer, Size>; code: Record<string, number> } {
  const sources = readSources();
  const names = [...new Set(sources.flatMap(({ path }) => /^contract\/src\/nouns\/([\w-]+)\//.exec(path)?.[1] ?? []))];
  const isFrame = ({ path, layer }: Source): boolean => FRAMES[layer].test(path);
  const owned = Map.groupBy(sources, (source) => (isFrame(source) ? undefined : nounOf(source.path, names)));
  const others = (owned.get(undefined) ?? []).filter(({ layer }) => layer !== 'tests' && layer !== 'texts');
  const nouns = names.map((noun): NounCost => {
    const own = owned.get(noun) ?? [];
    const spelling = spellingsOf(noun);
    const registrations = others.filter(({ text }) => spelling.test(text)).map(({ path }) => path);
    return { noun, layers: byLayer(own), ...sizeOf(own), code: codeIn(own), registrations };
  });
  return {
    nouns: nouns.toSorted((a, b) => b.lines - a.lines),
    frames: byLayer((owned.get(undefined) ?? []).filter(isFrame)),
    code: Object.fromEntries(
      Object.keys(FRAMES_BEFORE).map((folder) => [folder, codeIn(sources.filter(({ path }) => path.startsWith(`${folder}/`))).all]),
    ),
  };
}
