import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { licenceOf, type Licence } from './licences.ts';
import { shippedPackages } from './packages.ts';

/** What people get of this repository: the bundle of the console, and the server with what it imports. */
export const SHIPPED = ['console', 'contract', 'server'];

const LINE = '-'.repeat(80);

/** Licences of files that lie in the repository: `red-hat-text-OFL.txt` beside what it is the licence of. */
const ownFiles = (folder: string): Licence[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith('-OFL.txt'))
    .map((file) => ({
      title: file.replace('-OFL.txt', ' (font)'),
      id: 'OFL-1.1',
      home: '',
      text: readFileSync(join(folder, file), 'utf8').trim(),
    }));

/** Licences of all that is shipped and is not ours. */
export const thirdParty = (root: string): Licence[] => [
  ...shippedPackages(root, SHIPPED).map((one) => licenceOf(root, one)),
  ...ownFiles(join(root, 'console/public/assets')),
];

const entryOf = ({ title, id, home }: Licence): string => [title, id, home].filter(Boolean).join(' · ');

/** The file that is shipped: our notice and licence, then each text once, below the names of those that it is of. */
export function thirdPartyFile(root: string): string {
  const byText = new Map<string, Licence[]>();
  for (const licence of thirdParty(root)) {
    // The same words, whatever the lines are broken at.
    const words = licence.text.replace(/\s+/g, ' ');
    byText.set(words, [...(byText.get(words) ?? []), licence]);
  }
  const texts = [...byText.values()].map((same) => `${same.map(entryOf).join('\n')}\n\n${same[0]!.text}`);
  const own = ['NOTICE', 'LICENSE'].map((file) => readFileSync(join(root, file), 'utf8').trim());
  return `${[...own, ...texts].join(`\n\n${LINE}\n\n`)}\n`;
}
