import type { Image } from '@gantry/contract/nouns/images/entity';
import { expect, it, vi } from 'vitest';
import { Page as AddPage } from '../../../src/features/images/add-page.tsx';
import { view } from '../../../src/features/images/view.tsx';
import { section } from '../../../src/features/images/section.ts';
import { openPage } from '../../support/console-page.tsx';
import { headAction } from '../../support/menu.ts';
import { all, click, find, pageText } from '../../support/render.tsx';
import { describeSection } from '../../support/section.tsx';

const { Details, List } = view;

const image: Image = {
  id: 'image-1',
  name: 'golden',
  description: null,
  status: 'active',
  type: 'template',
  disk_format: 'qcow2',
  container_format: 'bare',
  size: 1024 ** 3,
  virtual_size: null,
  min_disk: 3,
  min_ram: 256,
  os_type: 'linux',
  os_distro: 'debian',
  username: 'debian',
  allow_set_password: true,
  hw_firmware_type: null,
  tags: [],
  traits: [],
  protected: false,
  restricted: false,
  visibility: 'private',
  os_hash_algo: null,
  os_hash_value: null,
  members: [],
  offer: null,
  created_at: '2026-11-20T10:00:00Z',
  updated_at: '2026-11-20T10:00:00Z',
  project_id: 'p',
  domain_id: 'd',
  revision: 1,
};

describeSection(section, { List, Details }, image, ['Active', 'Template', 'debian', '3 GiB', '256 MiB']);

const SHOWN = 10_000;
const cluster = {
  status: 'active',
  capabilities: {
    os_distributions: [
      { id: 'linux', title: 'Linux' },
      { id: 'debian13', title: 'Debian 13' },
    ],
  },
};
const listed = async (images: readonly Image[]) => {
  await openPage(List, () => ({ body: { data: images, count: images.length } }));
  await vi.waitFor(() => expect(all('row').length).toBeGreaterThan(images.length), { timeout: SHOWN });
};
const labelOf = (name: string): string => all('row').find((row) => row.textContent?.includes(name))?.textContent ?? '';

it('an image tells its status: what is on its way is uploaded, what goes is unavailable [image.status-active, image.status-uploading, image.status-unavailable]', async () => {
  const words = {
    active: 'Active',
    saving: 'Saving',
    importing: 'Importing',
    killed: 'Failed',
    deactivated: 'Deactivated',
    queued: 'Uploading',
    uploading: 'Uploading',
    deleted: 'Unavailable',
    pending_delete: 'Unavailable',
  };
  await listed(Object.keys(words).map((status) => ({ ...image, id: status, name: `of-${status}-`, status })));
  for (const [status, word] of Object.entries(words)) expect(labelOf(`of-${status}-`), status).toContain(word);
});

it('an image starts by UEFI where it says so, by BIOS with any other firmware [image.firmware]', async () => {
  for (const [firmware, word] of [
    ['uefi', 'UEFI'],
    ['bios', 'BIOS'],
    ['other', 'BIOS'],
    [null, 'BIOS'],
  ] as const) {
    await openPage(Details, () => ({ body: { ...image, hw_firmware_type: firmware } }), '/compute/images/image-1', section.details);
    await vi.waitFor(() => expect(pageText()).toContain('Firmware'), { timeout: SHOWN });
    expect([firmware, [...pageText().matchAll(/Firmware(UEFI|BIOS)/g)].at(-1)?.[1]]).toEqual([firmware, word]);
  }
});

it('an image is installation media or a template, and nothing else [const.image-types]', async () => {
  await openPage(AddPage, () => ({ body: cluster }));
  await vi.waitFor(() => expect(all('radio')).toHaveLength(2), { timeout: SHOWN });
  expect(all('radio').map((radio) => (radio as HTMLInputElement).labels?.[0]?.textContent)).toEqual(['ISO', 'Template']);
});

it('an image of others is used, and neither changed nor deleted', async () => {
  await openPage(Details, () => ({ body: { ...image, members: null } }), '/compute/images/image-1', section.details);
  await vi.waitFor(() => expect(all('button', 'Create volume')).toHaveLength(1), { timeout: SHOWN });
  expect([all('button', 'Edit'), all('button', 'Delete')]).toEqual([[], []]);
});

it('an image is fetched by the browser itself, by the ticket that the server hands out; one whose licence keeps it says so', async () => {
  const followed: string[] = [];
  const following = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    followed.push(`${this.getAttribute('href')} ${this.hasAttribute('download')}`);
  });
  const answer = ({ path }: { path: string }) => ({
    body: path.endsWith('/download') ? { url: '/api/v2/downloads?ticket=t', expires_at: '2026-11-20T11:00:00Z' } : image,
  });
  await openPage(Details, answer, '/compute/images/image-1', section.details);
  await vi.waitFor(() => expect(all('button', 'Actions for ')).toHaveLength(1), { timeout: SHOWN });
  await click(await headAction('Download'));
  await vi.waitFor(() => expect(followed).toEqual(['/api/v2/downloads?ticket=t true']), { timeout: SHOWN });
  following.mockRestore();
  await openPage(Details, () => ({ body: { ...image, restricted: true } }), '/compute/images/image-1', section.details);
  await vi.waitFor(() => expect(all('button', 'Actions for ')).not.toEqual([]), { timeout: SHOWN });
  await click(all('button', 'Actions for ').at(-1)!);
  await vi.waitFor(() => expect(find('menuitem', 'Download').getAttribute('aria-disabled')).toBe('true'), { timeout: SHOWN });
});

const systems = () => [...document.querySelectorAll('select option')].map(({ textContent }) => textContent);

it('the system of a new image is one of those that the cloud names, linux unless another is chosen', async () => {
  await openPage(AddPage, ({ path }) => ({ body: path === '/api/v2/compute/cluster' ? cluster : {} }));
  await vi.waitFor(() => expect(systems()).toEqual(['Linux', 'Debian 13']), { timeout: SHOWN });
  expect(document.querySelector('select')?.value).toBe('linux');
});

const TO_ALL = 'Share with all projects';

it('who works in a project is not offered to give a new image to all of them', async () => {
  await openPage(AddPage, () => ({ body: cluster }));
  await vi.waitFor(() => expect(all('checkbox').length).toBeGreaterThan(0), { timeout: SHOWN });
  expect(all('checkbox', TO_ALL)).toEqual([]);
});

it('an administrator of the whole system is offered to give a new image to all projects', async () => {
  const admin = { id: 'root', name: 'root', roles: [], project_id: null, domain_id: 'd', domain_name: 'D', external_provider: null };
  const currentUser = { ...admin, is_superuser: true, permissions: [], expires_at: '2099-01-01T00:00:00.000Z' };
  await openPage(AddPage, () => ({ body: cluster }), undefined, undefined, { currentUser });
  await vi.waitFor(() => expect(all('checkbox', TO_ALL)).toHaveLength(1), { timeout: SHOWN });
});

it('an image that is rejected after it was accepted moves from the list to the offers without a reload', async () => {
  let offer: Image['offer'] = 'accepted';
  await openPage(List, ({ method, path }) => {
    if (method === 'POST') {
      offer = 'rejected';
      return { status: 202, body: { task_id: 't', id: image.id } };
    }
    const one = { ...image, visibility: 'shared' as const, project_id: 'other', offer };
    const own = { ...image, id: 'image-2', name: 'own' };
    const listed = offer === 'accepted' ? [one, own] : [own];
    const data = path.endsWith('/image_offers') ? (offer === 'rejected' ? [one] : []) : listed;
    return { body: { data, count: data.length } };
  });
  await vi.waitFor(() => find('button', 'Actions for golden'), { timeout: SHOWN });
  await click(find('button', 'Actions for golden'));
  await click(find('menuitem', 'Reject'));
  await vi.waitFor(() =>
    expect(all('row').filter((row) => row.textContent.includes('golden') && row.textContent.includes('Rejected'))).toHaveLength(1),
  );
});
