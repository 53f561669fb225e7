/** Every page of the console, with things of long names, wide and on a phone, in English, German and Arabic. */
import type { Page } from '@playwright/test';
import { signIn, signInTo } from '../../tools/lib/session.ts';
import { expectFitsEverywhere } from '../support/fit.ts';
import { expect, test } from '../support/fixtures.ts';
import { bucketIn, closeDialog, files, progress, textFile } from '../support/object-storage.ts';
import type { People } from '../support/people.ts';
import { furnish, readAddresses, type Things } from '../support/places.ts';
import { to } from '../support/to.ts';

/** Pages that are walked together, and by whom. */
const PARTS: readonly { title: string; who: keyof People; of: RegExp }[] = [
  { title: 'the pages of virtual machines', who: 'member', of: /^\/compute\/(instances|flavors$|ssh-keys|images)/ },
  { title: 'the pages of volumes and snapshots', who: 'member', of: /^\/compute\/volume/ },
  { title: 'the pages of networks', who: 'member', of: /^\/compute\/(networks|routers|floating-ips)/ },
  { title: 'the pages of VPN and security groups', who: 'member', of: /^\/compute\/(vpn|security-groups)/ },
  { title: 'the pages of load balancers', who: 'member', of: /^\/compute\/load-balancers/ },
  { title: 'the pages of a project', who: 'lead', of: /^\/project\// },
  { title: 'the pages of overview, tasks and object storage', who: 'member', of: /^\/(monitoring$|tasks|s3-storage)/ },
  { title: 'the pages of people', who: 'admin', of: /^\/(users|account)/ },
  { title: 'the pages of projects and domains', who: 'admin', of: /^\/(projects|settings)/ },
  { title: 'the pages of placements', who: 'admin', of: /^\/compute\/placements/ },
  {
    title: 'the pages of nodes and policies',
    who: 'admin',
    of: /^\/compute\/(nodes|cluster|storage-policies|flavors\/|load-balancer-pools)/,
  },
  { title: 'the overviews of the platform', who: 'admin', of: /^\/(monitoring|storage-services)/ },
  {
    title: 'the lists of all projects’ things',
    who: 'admin',
    of: /^\/compute\/(instances|volumes|images|networks|routers|floating-ips|load-balancers|vpn|security-groups)$/,
  },
];

let made: Promise<Things> | undefined;

/** A bucket with one file, made by the member's page. */
async function bucketOf(page: Page): Promise<Things> {
  const name = 'quarterly-report-of-the-payment-department-in-frankfurt.txt';
  await to(page, '/s3-storage/buckets');
  const bucket = await bucketIn(page);
  await to(page, `/s3-storage/buckets/files/${bucket}`);
  await files(page).setInputFiles([textFile(name)]);
  await expect(progress(page)).toContainText('1 of 1 file uploaded');
  await closeDialog(page);
  return { bucketId: bucket, bucketName: bucket, fileId: Buffer.from(name).toString('base64url') };
}

const fixed = test.extend<{ things: Things }>({
  things: async ({ product, people, stay }, use) => {
    const { member, admin } = people;
    made ??= Promise.all([
      signInTo(product.selfService, member.domain, member.name, member.project ?? ''),
      signIn(product.administration, admin.domain, admin.name),
    ])
      .then(([session, signed]) => furnish(session, signed.wide()))
      .then(async (things) => ({ ...things, ...(await bucketOf(await stay(member))) }));
    await use(await made);
  },
});

for (const { title, who, of } of PARTS)
  fixed(`${title} fit, wide and on a phone, in English, German and Arabic`, async ({ complaints, stay, people, things }) => {
    // The embedded platform has no application credentials.
    complaints.expect(/status of 501/);
    const page = await stay(people[who]);
    for (const address of (await readAddresses(page, things)).filter((one) => of.test(one))) {
      await to(page, address);
      await expectFitsEverywhere(page);
    }
  });

fixed('no page of the console is left out when it is looked at whether all fit', async ({ stay, people, things }) => {
  const page = await stay(people.admin);
  const left = (await readAddresses(page, things)).filter((address) => !PARTS.some(({ of }) => of.test(address)));
  expect(left).toEqual([]);
});
