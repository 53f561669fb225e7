import { z } from 'zod';
import type { ServiceName } from './errors.ts';

const versionShape = z.object({
  id: z.string(),
  status: z.string().optional(),
  version: z.string().optional(),
  max_version: z.string().optional(),
});
const documentShape = z.union([
  z.object({ version: versionShape }).transform(({ version }) => [version]),
  z.object({ versions: z.array(versionShape) }).transform(({ versions }) => versions),
]);

/** Major version spoken with each service, as it stands in addresses; undefined where addresses carry none. */
const MAJOR: Readonly<Record<ServiceName, string | undefined>> = {
  identity: 'v3',
  compute: 'v2.1',
  image: 'v2',
  network: 'v2.0',
  volume: 'v3',
  placement: undefined,
  load_balancer: 'v2.0',
  key_manager: 'v1',
};

/** The name of each service in the microversion header. */
export const MICROVERSION_NAME: Readonly<Partial<Record<ServiceName, string>>> = {
  compute: 'compute',
  volume: 'volume',
  placement: 'placement',
};

/** A catalogue address with the major version in its path; clouds list it with or without. */
export function versioned(service: ServiceName, url: string): string {
  const major = MAJOR[service];
  if (!major || /\/v\d+(\.\d+)?(\/|$)/.test(url)) return url;
  return `${url}/${major}`;
}

/** Where a service's version document is: the address up to and including the major version. */
export const documentUrl = (url: string): string => `${url.replace(/(\/v\d+(\.\d+)?)\/.*$/, '$1')}/`;

/** Highest microversion in a version document, e.g. `2.93`; undefined where the service has none. */
export function highestMicroversion(service: ServiceName, body: unknown): string | undefined {
  const document = documentShape.safeParse(body);
  if (!document.success) return undefined;
  const major = MAJOR[service];
  const match = document.data.find((item) => item.id.startsWith(major ?? '')) ?? document.data.find((item) => item.status === 'CURRENT');
  const highest = match?.version || match?.max_version;
  return highest && /^\d+\.\d+$/.test(highest) ? highest : undefined;
}

/** Whether `2.47` is within a highest of `2.93`. Compared number by number: 2.9 is older than 2.47. */
export function includes(highest: string, needed: string): boolean {
  const [major = 0, minor = 0] = highest.split('.').map(Number);
  const [needMajor = 0, needMinor = 0] = needed.split('.').map(Number);
  return major > needMajor || (major === needMajor && minor >= needMinor);
}
