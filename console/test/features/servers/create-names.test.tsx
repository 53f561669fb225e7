/** The form for a new server while what its choices are called is on its way. */
import { afterEach, expect, it, vi } from 'vitest';
import { draftKey, writeDraft } from '../../../src/app/session/drafts.ts';
import { EMPTY, type Draft } from '../../../src/features/servers/create/draft.ts';
import { Page } from '../../../src/features/servers/create/page.tsx';
import { CREATE_STEP } from '../../../src/features/servers/paths.ts';
import { openPage, type Given } from '../../support/console-page.tsx';
import { all, click, find, settle } from '../../support/render.tsx';

const uuid = (digit: number) => `${digit}${digit}${digit}${digit}7c4e-0000-4000-8000-00000000000${digit}`;
const [IMAGE, FLAVOR, INNER, OUTER, VOLUME, POLICY] = [1, 2, 3, 4, 5, 6].map(uuid) as [string, string, string, string, string, string];
const ID = /[0-9a-f]{8}-[0-9a-f]{4}-/;
const COMPUTE = '/api/v2/compute';

const image = { id: IMAGE, name: 'Debian', status: 'active', min_ram: 0, min_disk: 0, size: 1, visibility: 'public' };
const flavor = { id: FLAVOR, name: 'small', vcpus: 1, ram: 1024, disk: 10, swap: 0, extra_specs: {}, is_public: true };
const networks = [
  { id: INNER, name: 'inner', ipam_enabled: true, project_id: 'project-1', subnets: [{ cidr: '10.0.0.0/24', ip_version: 4 }] },
  { id: OUTER, name: 'outer', ipam_enabled: true, project_id: 'project-2', subnets: [{ cidr: '10.1.0.0/24', ip_version: 4 }] },
];
const things: Readonly<Record<string, unknown>> = {
  [`${COMPUTE}/images`]: { data: [image] },
  [`${COMPUTE}/images/${IMAGE}`]: image,
  [`${COMPUTE}/flavors`]: { data: [flavor] },
  [`${COMPUTE}/flavors/${FLAVOR}`]: flavor,
  [`${COMPUTE}/volumes`]: { data: [{ id: VOLUME, name: 'data', size: 7, status: 'available' }] },
  [`${COMPUTE}/storage_policies`]: { data: [{ id: POLICY, name: 'fast', description: null, is_default: false }] },
};

afterEach(() => {
  vi.unstubAllGlobals();
  sessionStorage.clear();
});

/** What the page says: its text, and how its parts are called. */
const said = (): string =>
  [
    document.body.textContent ?? '',
    ...[...document.querySelectorAll('[aria-label]')].map((one) => one.getAttribute('aria-label') ?? ''),
  ].join('\n');
/** What is said to be chosen in a section. */
const sum = (title: string): string => {
  const part = [...document.querySelectorAll('.gantry-part')].find((one) => one.querySelector('h2')?.textContent?.startsWith(title));
  return part?.querySelector('h2 + div')?.textContent ?? '';
};

/** Opens the form; whatever is asked for under a held name waits until it is let go. Notes whatever is shown meanwhile. */
async function openForm(step: string, held: readonly string[], draft?: Draft) {
  if (draft) writeDraft(draftKey('create-server', 'user-1', 'project:project-1'), draft);
  const gates = new Map(
    held.map((name) => {
      let open = (): void => undefined;
      const opened = new Promise<void>((resolve) => (open = resolve));
      return [name, { open, opened }];
    }),
  );
  const shown = new Set<string>();
  const watch = new MutationObserver(() => shown.add(said()));
  watch.observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
  await openPage(
    Page,
    async ({ path, query }): Promise<Given> => {
      await gates.get(`${path.slice(COMPUTE.length)}${query.has('id') ? `?${query.get('id')}` : ''}`)?.opened;
      if (path === `${COMPUTE}/networks`)
        return { body: { data: networks.filter(({ id }) => query.get('id')?.slice(3).split(',').includes(id) ?? true) } };
      return things[path] ? { body: things[path] } : { status: 404, body: { error: { err_code: 'not_found', message: 'x' } } };
    },
    `/compute/instances/add/${step}`,
    CREATE_STEP,
  );
  const release = async (name: string) => {
    gates.get(name)!.open();
    await settle(20);
  };
  /** Everything that was to be seen so far and has an id in it. */
  const ids = () => [...shown, said()].flatMap((text) => text.split('\n').filter((line) => ID.test(line)));
  return { release, ids };
}
const eventually = (check: () => void) => vi.waitFor(check, { timeout: 20_000 });

it('the form for a new server shows neither an id nor nothing while image, flavor and network are being read', async () => {
  const { release, ids } = await openForm('networks', [`/images/${IMAGE}`, `/flavors/${FLAVOR}`, `/networks?in:${INNER}`]);
  await eventually(() => expect(all('button').some((one) => one.getAttribute('aria-label')?.startsWith('Remove Interface 1'))).toBe(true));
  for (const title of ['Boot source', 'Flavor', 'Networks']) expect([title, sum(title)]).toEqual([title, 'Loading…']);
  await release(`/images/${IMAGE}`);
  await eventually(() => expect(sum('Boot source')).toBe('Debian'));
  for (const title of ['Flavor', 'Networks']) expect([title, sum(title)]).toEqual([title, 'Loading…']);
  await release(`/flavors/${FLAVOR}`);
  await release(`/networks?in:${INNER}`);
  await eventually(() => expect(sum('Flavor')).toContain('small'));
  await eventually(() => find('button', 'Interface 1 in inner'));
  expect(sum('Networks')).toContain('inner');
  expect(ids()).toEqual([]);
});

it('the form for a new server shows no id while the name of a further network is being read', async () => {
  const { release, ids } = await openForm('networks', [`/networks?in:${INNER},${OUTER}`]);
  await eventually(() => find('button', 'Interface 1 in inner'));
  await click(find('checkbox', 'outer'));
  await eventually(() => find('button', 'Remove Interface 2'));
  expect(sum('Networks')).toBe('Loading…');
  find('button', 'Interface 1 in inner');
  await release(`/networks?in:${INNER},${OUTER}`);
  await eventually(() => find('button', 'Interface 2 in outer'));
  expect(ids()).toEqual([]);
});

it('the form for a new server shows no id while storage policy and volume are being read', async () => {
  const volumes = [
    { size: 4, storage_policy_id: POLICY, delete_on_termination: false },
    { volume_id: VOLUME, delete_on_termination: false },
  ];
  const draft = { ...EMPTY, name: 'web', image_id: IMAGE, flavor_id: FLAVOR, network_ids: [INNER], volumes };
  const { release, ids } = await openForm('volumes', ['/storage_policies', `/volumes?in:${VOLUME}`], draft);
  await eventually(() => find('button', 'Remove 2'));
  expect(sum('Volumes')).toBe('Loading…');
  await release(`/volumes?in:${VOLUME}`);
  await eventually(() => find('button', 'Remove data'));
  expect(sum('Volumes')).toBe('Loading…');
  await release('/storage_policies');
  await eventually(() => expect(sum('Volumes')).toContain('fast'));
  expect(sum('Volumes')).toContain('data (7 GiB)');
  expect(ids()).toEqual([]);
});
