import { writeFileSync } from 'node:fs';
import type { Figure } from './figures.ts';

const file = new URL('../RESULTS.md', import.meta.url);

/** The figures as a table for people, in Markdown. */
export function tableOf(sections: Readonly<Record<string, readonly Figure[]>>): string {
  return Object.entries(sections)
    .map(([title, figures]) => {
      const rows = figures.map(({ what, measured, budget, kept }) => `| ${what} | ${measured} | ${budget ?? ''} | ${verdict(kept)} |`);
      return [`## ${title}`, '', '| what | measured | budget | kept |', '| --- | --- | --- | --- |', ...rows, ''].join('\n');
    })
    .join('\n');
}

const verdict = (kept: boolean | undefined): string => (kept === undefined ? '' : kept ? 'yes' : '**no**');

/** Keeps the table in the repository, with where and how it came about. */
export function keep(table: string, circumstances: readonly string[]): void {
  const head = [
    '# Measured',
    '',
    'Written by `npm run bench`; budgets are promises, not tests.',
    '',
    ...circumstances.map((line) => `- ${line}`),
    '',
  ];
  writeFileSync(file, `${[...head, table].join('\n').trimEnd()}\n`);
}
