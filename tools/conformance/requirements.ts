import { readFileSync } from 'node:fs';

/** How a requirement is verified, weakest first. */
export const CHECKS = ['unit', 'api', 'socket', 'browser'] as const;
export type Check = (typeof CHECKS)[number];

/** One row of the specification. */
export interface Requirement {
  id: string;
  area: string;
  check: Check;
}

/** Parses `id ⇥ area ⇥ check` lines under a header line. Throws on a line of another shape and on an id given twice. */
export function parseRequirements(text: string): Requirement[] {
  const [header, ...lines] = text.trimEnd().split('\n');
  if (header !== 'id\tarea\tcheck') throw new Error('requirements: the header is not id, area, check');
  const seen = new Set<string>();
  return lines.map((line, index) => {
    const [id, area, check, ...rest] = line.split('\t');
    if (!id || !area || rest.length > 0 || !isCheck(check)) throw new Error(`requirements, line ${index + 2}: not a row: ${line}`);
    if (seen.has(id)) throw new Error(`requirements, line ${index + 2}: ${id} is given twice`);
    seen.add(id);
    return { id, area, check };
  });
}

const isCheck = (text: string | undefined): text is Check => CHECKS.some((check) => check === text);

/** The requirements beside this file. */
export const readRequirements = (): Requirement[] => parseRequirements(readFileSync(new URL('requirements.tsv', import.meta.url), 'utf8'));
