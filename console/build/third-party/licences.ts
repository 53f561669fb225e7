import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ShippedPackage } from './packages.ts';

/** The licence of something shipped: what it is, who says so, and the whole text. */
export interface Licence {
  /** `react 19.3.1`. */
  title: string;
  /** As SPDX spells it: `MIT`. */
  id: string;
  /** Where its source is. */
  home: string;
  text: string;
}

interface Manifest {
  license?: string;
  /** How older packages say it. */
  licenses?: { type: string }[];
  author?: string | { name?: string };
  homepage?: string;
  repository?: string | { url?: string };
}

/** Files with the words of a licence, in a package and in what it has taken from others. */
const LICENCE_FILE = /^(licen[cs]e|copying|notice|copyright)/i;
const FOLDERS = ['.', 'docs', 'vendor'];

/** Sources that carry a licence of their own, which goes when they are made small. */
const WITH_HEADER: Readonly<Record<string, readonly string[]>> = { '@novnc/novnc': ['core/crypto/des.js'] };

/** What packages say that name a licence and bring no file. */
const MIT = `Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation files (the
"Software"), to deal in the Software without restriction, including without limitation the rights to use, copy, modify, merge, publish,
distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the Software is furnished to do so, subject to
the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF
MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY
CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE
SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`;

/** Files of a licence in `folder`, from its own to those in folders of what it has taken from others. */
function licenceFiles(folder: string): string[] {
  return FOLDERS.filter((name) => existsSync(join(folder, name))).flatMap((name) =>
    readdirSync(join(folder, name), { withFileTypes: true, recursive: name === 'vendor' })
      .filter((entry) => entry.isFile() && LICENCE_FILE.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name))
      .sort(),
  );
}

/** The first comment of a source. */
function headerOf(file: string): string {
  const [, header] = /^\/\*(.*?)\*\//s.exec(readFileSync(file, 'utf8')) ?? [];
  if (header === undefined) throw new Error(`${file} no longer begins with its licence`);
  return header.replace(/^ \* ?/gm, '');
}

const addressOf = ({ homepage, repository }: Manifest): string =>
  homepage ?? (typeof repository === 'string' ? repository : (repository?.url ?? '')).replace(/^git\+|\.git$/g, '');

/** The licence of a package below `root`. Throws where it brings no text and its licence is none that has the same words everywhere. */
export function licenceOf(root: string, { folder, name, version }: ShippedPackage): Licence {
  const path = join(root, folder);
  const manifest = JSON.parse(readFileSync(join(path, 'package.json'), 'utf8')) as Manifest;
  const id = manifest.license ?? manifest.licenses?.map(({ type }) => type).join(' AND ') ?? '';
  const files = licenceFiles(path).map((file) => readFileSync(file, 'utf8'));
  const headers = (WITH_HEADER[name] ?? []).map((file) => headerOf(join(path, file)));
  const author = typeof manifest.author === 'string' ? manifest.author : manifest.author?.name;
  const general = (): string => {
    if (id === 'MIT') return `Copyright (c) ${author ?? `the authors of ${name}`}\n\n${MIT}`;
    if (id === 'Apache-2.0') return readFileSync(join(root, 'LICENSE'), 'utf8');
    throw new Error(`${name} ${version} (${id || 'no licence'}) is shipped without the text of its licence`);
  };
  const text = [...(files.length > 0 ? files : [general()]), ...headers].map((one) => one.replaceAll('\r\n', '\n').trim()).join('\n\n');
  return { title: `${name} ${version}`, id, home: addressOf(manifest), text };
}
