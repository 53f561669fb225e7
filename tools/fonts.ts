/**
 * `npm run fonts`: makes the fonts that lie in `console/src/app/styles/fonts`, each one file with the letters of a script and with Latin beside
 * them, so that a page asks for one file. Fetches the fonts they are parts of, and what cuts them, into a folder of its own: nothing else needs
 * them. To be run when a font is released anew.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from './lib/files.ts';

type SubsetFont = (
  font: Buffer,
  letters: string,
  options: {
    targetFormat: 'woff2';
    /** OpenType features that stay. */
    keepFeatures: readonly string[];
    variationAxes: Record<string, number | { min: number; max: number; default: number }>;
  },
) => Promise<Buffer>;

const PACKAGES = ['subset-font@2.9.0', 'inter-ui@4.1.1', 'vazirmatn@33.0.3'];
const FONTS = join(root, 'console/src/app/styles/fonts');
const LICENCES = join(root, 'console/public/assets');

/** First and last code point. */
type Range = readonly [number, number];
const LATIN: readonly Range[] = [
  [0x20, 0x7e],
  [0xa0, 0xff],
];
const LATIN_EXTENDED: Range = [0x100, 0x17f];
const PUNCTUATION = '–—‘’‚“”„•…€№→←↑↓−≤≥≈′″‹›∞ẞ';
/** Regular to bold, as the design kit uses them. */
const WEIGHTS = { min: 400, max: 700, default: 400 };
/** Letters as their neighbours and languages want them, and digits of one width. */
const FEATURES = ['kern', 'ccmp', 'locl', 'mark', 'mkmk', 'tnum'];

const CUT = [
  {
    name: 'cyrillic',
    from: 'inter-ui/variable/InterVariable.woff2',
    licence: { from: 'inter-ui/LICENSE.txt', name: 'inter' },
    ranges: [...LATIN, LATIN_EXTENDED, [0x400, 0x45f], [0x490, 0x491], [0x4b0, 0x4b1]],
    features: FEATURES,
    axes: { wght: WEIGHTS, opsz: 14 },
  },
  {
    name: 'arabic',
    from: 'vazirmatn/fonts/webfonts/Vazirmatn[wght].woff2',
    licence: { from: 'vazirmatn/OFL.txt', name: 'vazirmatn' },
    ranges: [...LATIN, [0x600, 0x6ff]],
    features: [...FEATURES, 'calt', 'fina', 'init', 'isol', 'liga', 'medi', 'rlig'],
    axes: { wght: WEIGHTS },
  },
] satisfies { ranges: Range[]; [member: string]: unknown }[];

const lettersOf = (ranges: readonly Range[]): string =>
  ranges.flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, at) => String.fromCodePoint(first + at))).join('');

const folder = mkdtempSync(join(tmpdir(), 'gantry-fonts-'));
try {
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--prefix', folder, ...PACKAGES], { stdio: 'inherit' });
  const subsetFont = createRequire(join(folder, 'package.json'))('subset-font') as SubsetFont;
  for (const { name, from, licence, ranges, features, axes } of CUT) {
    const font = await subsetFont(readFileSync(join(folder, 'node_modules', from)), lettersOf(ranges) + PUNCTUATION, {
      targetFormat: 'woff2',
      keepFeatures: features,
      variationAxes: axes,
    });
    writeFileSync(join(FONTS, `${name}.woff2`), font);
    cpSync(join(folder, 'node_modules', licence.from), join(LICENCES, `${licence.name}-OFL.txt`));
    console.log(`${name}: ${font.length} bytes`);
  }
} finally {
  rmSync(folder, { recursive: true });
}
