/** Documents lead to files and headings that are there. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';

const documents = globSync(['*.md', '{docs,deploy,lab,server/src}/**/*.md']).filter((file) => !file.includes('node_modules'));

/** Names of the headings of a document, as addresses spell them. */
const headingsOf = (file: string): string[] =>
  [...readFileSync(file, 'utf8').matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );

it('each link of the documents leads to a file, and to a heading of it', () => {
  const links = documents.flatMap((file) =>
    [
      ...readFileSync(file, 'utf8')
        .replaceAll(/```.*?```/gs, '')
        .matchAll(/\]\((?!\w+:)([^()\s]+)\)/g),
    ].map(([, link = '']) => ({ file, link })),
  );
  expect(links.length).toBeGreaterThan(100);
  const broken = links.filter(({ file, link }) => {
    const [path = '', heading] = link.split('#');
    const target = path === '' ? file : join(dirname(file), path);
    return !existsSync(target) || (heading !== undefined && !headingsOf(target).includes(heading));
  });
  expect(broken).toEqual([]);
});
