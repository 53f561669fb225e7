/** The guests of a platform that runs none: what a hypervisor would measure and show of them is made up, always alike. See README.md. */
import type { ServerDocument } from '../../../engines/embedded/platform/documents.ts';
import type { FirstBoot, Guests, Moment, Writing } from '../../../engines/embedded/platform/guests.ts';
import type { Timings } from '../../../engines/embedded/platform/settings.ts';
import { loadOf, writtenOf } from './load.ts';

export const simulatedGuests = (timings: Timings): Guests => ({
  load: loadOf,
  written: writtenOf,
  // They have no screen.
  screen: () => ({ kind: 'log' }),
  console: consoleLog,
  firstBoot: (planned, server, at) =>
    linesOf(planned, server)
      .map((text) => line(at, text))
      .join(''),
  takes: (what) => timings[what],
});

const line = (at: string, text: string): string => `[${at}] ${text}\n`;

/** What a server writes when it comes up. */
function bootLog(server: ServerDocument, at: string): string {
  const { flavor, networks, orig_hostname: name } = server;
  return [
    line(at, `firmware: ${flavor.vcpus} CPU, ${flavor.ram} MiB memory`),
    ...server.volumes.map(({ id }, index) => line(at, `disk ${index}: volume ${id}${index === 0 ? ', booting from it' : ''}`)),
    ...networks.map(({ mac_addr, ips }, index) => line(at, `eth${index}: ${mac_addr} ${ips.join(' ') || 'no address'}`)),
    line(at, `host name ${name ?? 'unknown'}`),
    line(at, 'ready'),
  ].join('');
}

/** What a server writes when it goes down. */
const haltLog = (at: string): string => line(at, 'shutting down') + line(at, 'power off');

/** When power is cut, the guest has no word to say. */
const cutLog = (at: string): string => line(at, 'power off, without asking the guest');

function consoleLog(writings: readonly Writing[], server: ServerDocument, { at, ran, imageId }: Moment): string {
  const texts: Readonly<Record<Writing, () => string>> = {
    boot: () => bootLog(server, at),
    halt: () => (ran ? haltLog(at) : ''),
    cut: () => (ran ? cutLog(at) : ''),
    rescue: () => line(at, `rescue: booting from image ${imageId ?? 'unknown'}, the own disk stays attached`),
    plug: () => line(at, `hot plug: ${server.flavor.vcpus} CPU, ${server.flavor.ram} MiB memory`),
    password: () => line(at, `password of ${server.username ?? 'the administrator'} changed`),
  };
  return writings.map((writing) => texts[writing]()).join('');
}

const ranOf = (script: NonNullable<FirstBoot['script']>, bytes: number): string =>
  script === 'unknown'
    ? `the user data of ${bytes} bytes that came with the request have no known form and were left alone`
    : `the ${script === 'script' ? 'shell script' : script} of ${bytes} bytes that came with the request has run`;

function linesOf({ script, bytes, drive, password, disks = [] }: FirstBoot, server: ServerDocument): string[] {
  return [
    ...disks,
    ...(drive ? ['config drive: metadata read from disk'] : []),
    ...(password ? [`password of ${server.username ?? 'the administrator'} set, as it came with the request`] : []),
    ...(script === null ? [] : [`first boot: ${ranOf(script, bytes)}`]),
  ];
}
