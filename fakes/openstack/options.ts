import { parseArgs } from 'node:util';

/** What the replayed cloud is like. */
export interface ReplayOptions {
  /** Port on 127.0.0.1; 0 takes any free one. */
  port: number;
  /** The same number makes the same cloud: ids, names, times. */
  seed: number;
  servers: number;
  /** Projects that the servers are spread over, two of them those of the recorded domain `acme`. */
  projects: number;
  /** Password of every user, and secret of the application credential. */
  password: string;
  /** Milliseconds that each answer takes, and further ones per thousand items in it. */
  latency: number;
  perThousand: number;
  /** Most items of a page of servers: Nova's `osapi_max_limit`. */
  maxLimit: number;
  /** Milliseconds from the acceptance of a creation to ACTIVE, and of another action to its end. */
  boot: number;
  act: number;
}

/** Everybody's password, where nothing else is said. */
export const PASSWORD = 'replay';

export const DEFAULTS: ReplayOptions = {
  port: 0,
  seed: 1,
  servers: 100_000,
  projects: 500,
  password: PASSWORD,
  latency: 0,
  perThousand: 0,
  maxLimit: 1000,
  boot: 600,
  act: 300,
};

/** Addresses of a project's network; a project holds no more servers. */
const ADDRESSES = 65_000;

const isNumber = (key: keyof ReplayOptions): boolean => typeof DEFAULTS[key] === 'number';

/** `--servers=1000 --per-thousand=2500`. Throws an Error that names every option that is wrong. */
export function readOptions(args: readonly string[]): ReplayOptions {
  const flag = (key: string): string => key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  const keys = Object.keys(DEFAULTS) as (keyof ReplayOptions)[];
  const { values } = parseArgs({ args: [...args], options: Object.fromEntries(keys.map((key) => [flag(key), { type: 'string' }])) });
  const given = keys.flatMap((key) => {
    const value = values[flag(key)];
    return typeof value === 'string' ? [[key, isNumber(key) ? Number(value) : value] as const] : [];
  });
  const options: ReplayOptions = { ...DEFAULTS, ...Object.fromEntries(given) };
  check(options);
  return options;
}

/** Throws where a number is none, negative, or more than the cloud can hold. */
export function check(options: ReplayOptions): void {
  const wrong = Object.entries(options).flatMap(([key, value]) =>
    typeof value === 'number' && !(Number.isInteger(value) && value >= 0) ? [`${key} must be a whole number, 0 or more`] : [],
  );
  if (options.projects < 2 || options.projects > 20_000) wrong.push('projects must be 2 to 20000');
  if (options.servers / options.projects > ADDRESSES) wrong.push(`a project holds at most ${ADDRESSES} servers`);
  if (options.maxLimit < 1) wrong.push('max-limit must be at least 1');
  if (wrong.length > 0) throw new Error(wrong.join('; '));
}
