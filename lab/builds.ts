/**
 * `npm run builds -- /path/of/another/checkout [runs] [slowness]`: the list of servers of this build and of another checkout's, both started on samples
 * of their own and visited in turns, each by a browser of its own, printed side by side. Both are built before (`npm run build`). Of slowness 4
 * pages are worked on four times slower than this machine would.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../tools/lib/files.ts';
import { startProduct } from '../tools/lib/product.ts';
import { FIRST_ROW, signIn } from '../bench/src/browser.ts';
import { rounded } from '../bench/src/figures.ts';
import { machine } from '../bench/src/machine.ts';
import { prepare, UnwatchedBrowser } from '../bench/src/unwatched.ts';
import { VISIT_LINES, type Visits } from '../bench/src/visit.ts';

const LIST = '/compute/instances';

interface Build extends Visits {
  address: string;
  browser: UnwatchedBrowser;
}

/** A build's browser, signed in. */
async function prepared(profile: string, base: string, slowness: number): Promise<Build> {
  await prepare(profile, (page) => signIn(page, base, LIST));
  return { address: `${base}${LIST}`, browser: await UnwatchedBrowser.open(profile, slowness), cold: [], warm: [] };
}

const [other, runs = '7', slowness = '1'] = process.argv.slice(2);
if (other === undefined) throw new Error('usage: npm run builds -- /path/of/another/checkout [runs] [slowness]');
const data = mkdtempSync(join(tmpdir(), 'gantry-builds-'));
const sample = { GANTRY_SAMPLE_SERVERS: '50' };
const products = [await startProduct(join(data, 'other'), sample, other), await startProduct(join(data, 'this'), sample, root)] as const;
const builds: Build[] = [];
try {
  for (const [index, { selfService }] of products.entries())
    builds.push(await prepared(join(data, `browser-${index}`), selfService, Number(slowness)));
  for (let run = 0; run < Number(runs); run += 1) for (const build of builds) await build.browser.both(build.address, FIRST_ROW, build);
  console.log(
    `\n${machine()}\n${runs} visits each in turns, slowness ${slowness}, medians\n\n| | other | this | this : other |\n| --- | --- | --- | --- |`,
  );
  for (const [label, value] of VISIT_LINES) {
    const [before, now] = builds.map(value) as [number, number];
    console.log(`| ${label} | ${rounded(before)} | ${rounded(now)} | ${rounded((100 * now) / before)} % |`);
  }
  const kept: string[] = [];
  for (const { browser, address } of builds) {
    const { scripts, kept: of } = await browser.compiled(address, FIRST_ROW);
    kept.push(`${of} of ${scripts}`);
  }
  console.log(`| warm: scripts whose compiled code the browser kept | ${kept.join(' | ')} | |`);
} finally {
  for (const { browser } of builds) await browser.close();
  for (const product of products) await product.stop();
  rmSync(data, { recursive: true });
}
