import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SetupError, run } from './run.mjs';

/** What the tests need from the system, where it is, and the Debian packages that bring it. The fonts are for screenshots in all languages. */
const parts = [
  {
    name: 'Chromium',
    packages: ['chromium-headless-shell', 'fonts-noto-core'],
    isThere: () => existsSync('/usr/bin/chromium-headless-shell'),
  },
  { name: 'PostgreSQL', packages: ['postgresql'], isThere: hasPostgres },
];

function hasPostgres() {
  const versions = '/usr/lib/postgresql';
  return existsSync(versions) && readdirSync(versions).some((version) => existsSync(join(versions, version, 'bin', 'initdb')));
}

/**
 * What is to be done about missing parts: nothing, an installation by us, or a refusal that says what an administrator has to do.
 * @param {readonly { name: string, packages: readonly string[] }[]} missing
 * @param {{ isRoot: boolean, hasApt: boolean }} machine
 * @returns {{ packages: string[], names: string, command: string, refusal: string | undefined } | undefined}
 */
export function planFor(missing, { isRoot, hasApt }) {
  if (missing.length === 0) return undefined;
  const packages = missing.flatMap((part) => part.packages);
  const names = missing.map((part) => part.name).join(' and ');
  const command = `apt-get install --no-install-recommends ${packages.join(' ')}`;
  const refusal =
    isRoot && hasApt
      ? undefined
      : `The tests need ${names}, missing on this machine. On Debian an administrator installs ${missing.length > 1 ? 'them' : 'it'} with:\n  ${command}`;
  return { packages, names, command, refusal };
}

/** Installs missing parts from Debian when run as root; otherwise says what an administrator has to do. */
export function provideSystemParts() {
  const machine = { isRoot: process.getuid?.() === 0, hasApt: existsSync('/usr/bin/apt-get') };
  const plan = planFor(
    parts.filter((part) => !part.isThere()),
    machine,
  );
  if (!plan) return;
  if (plan.refusal !== undefined) throw new SetupError(plan.refusal);
  const { packages, names, command } = plan;
  console.log(`Installing ${names} ...`);
  withoutStartingServices(() => install(packages, `${names} could not be installed. Try by hand:\n  ${command}`));
  const still = parts.filter((part) => !part.isThere());
  if (still.length > 0)
    throw new SetupError(`${still.map((part) => part.name).join(' and ')} is installed but not where the tests look for it.`);
}

function install(packages, failure) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  // Another apt-get may be at work: wait for it instead of failing.
  const options = ['-q', '-o', 'DPkg::Lock::Timeout=300', '-o', 'Acquire::Retries=3'];
  run('apt-get', [...options, 'update'], { failure, env });
  run('apt-get', [...options, 'install', '-y', '--no-install-recommends', ...packages], { failure, env });
}

/** Debian starts services when it installs them; the tests start their own PostgreSQL, so the machine keeps none running. */
function withoutStartingServices(work) {
  const policy = '/usr/sbin/policy-rc.d';
  const ours = !existsSync(policy);
  if (ours) writeFileSync(policy, '#!/bin/sh\nexit 101\n', { mode: 0o755 });
  try {
    work();
  } finally {
    if (ours) rmSync(policy);
  }
}
