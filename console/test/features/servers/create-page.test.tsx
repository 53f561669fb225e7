import { afterEach, describe, expect, it, vi } from 'vitest';
import { Page } from '../../../src/features/servers/create/page.tsx';
import { roomFor } from '../../../src/features/servers/create/room.ts';
import { CREATE_STEP } from '../../../src/features/servers/paths.ts';
import { openPage, type Given } from '../../support/console-page.tsx';
import { click, find, pageText, type } from '../../support/render.tsx';

const MIB = 1024 ** 2;
/** @param ram MiB */
const node = (vcpus: number, ram: number, { away = false, status = 'enabled' } = {}) => ({
  in_maintenance: away,
  hypervisor: { status },
  statistics: { compute: { vcpus_free: vcpus, vm_mem_free: ram * MIB } },
});
const small = { vcpus: 1, ram: 1024 };

// What is typed is kept for the tab.
afterEach(() => sessionStorage.clear());

describe('the room that nodes have for a flavor', () => {
  it.each([
    ['as many as the scarcer of cores and memory allows', [node(8, 4096)], small, 4],
    ['as many as the cores allow where memory is left', [node(2, 65_536)], small, 2],
    ['exactly what is free', [node(4, 8192)], { vcpus: 4, ram: 8192 }, 1],
    ['none for one core more than is free', [node(4, 8192)], { vcpus: 5, ram: 8192 }, 0],
    ['none for one MiB more than is free', [node(4, 8192)], { vcpus: 4, ram: 8193 }, 0],
    ['whole servers on each node, not parts of several', [node(3, 3072), node(3, 3072)], { vcpus: 2, ram: 1024 }, 2],
    ['nothing on nodes in maintenance or switched off', [node(8, 8192, { away: true }), node(8, 8192, { status: 'disabled' })], small, 0],
    ['nothing taken from others by a node that is overcommitted', [node(-4, -4096), node(2, 2048)], small, 2],
    ['nothing without nodes', [], small, 0],
  ])('is %s', (_, nodes, flavor, room) => {
    expect(roomFor(nodes, flavor)).toBe(room);
  });
});

const flavor = (id: string, ram: number) => ({ id, name: id, vcpus: 1, ram, disk: 10, extra_specs: {}, is_public: true });

const IMAGE = { id: 'image-1', name: 'Debian', status: 'active', min_ram: 0, min_disk: 0, size: 1, visibility: 'public' };

/** A step of a new server, over a node with 2 GiB free. `held`: what is offered at the step is on its way for so long. */
function openStep(marker?: string, step = 'flavor', held: Promise<void> = Promise.resolve()) {
  const answers: Readonly<Record<string, object>> = {
    '/api/v2/compute/flavors': { data: [flavor('fits', 1024), flavor('too-big', 4096)] },
    '/api/v2/compute/images': { data: [IMAGE] },
    '/api/v2/compute/images/image-1': IMAGE,
    '/api/v2/compute/nodes': { data: [node(8, 2048)], ...(marker !== undefined && { marker }) },
  };
  const answer = async ({ path }: { path: string }): Promise<Given> => {
    if (path === `/api/v2/compute/${step}s`) await held;
    return answers[path] ? { body: answers[path] } : { status: 404, body: { error: { err_code: 'not_found', message: 'x' } } };
  };
  return openPage(Page, answer, `/compute/instances/add/${step}`, CREATE_STEP);
}
const noteOf = (name: string): string | undefined => {
  const row = [...document.querySelectorAll('tr')].find(({ textContent }) => textContent?.includes(name));
  return row?.querySelector('td')?.textContent?.replace(name, '');
};
const NO_ROOM = 'No node has this much free now, unless the cloud overcommits its nodes.';
const eventually = (check: () => void) => vi.waitFor(check, { timeout: 20_000 });

describe('the flavors to choose from', () => {
  it('say for which the nodes have no room, and leave the choice', async () => {
    await openStep();
    await eventually(() => expect(noteOf('too-big')).toBe(NO_ROOM));
    expect(noteOf('fits')).toBe('');
    expect(find('radio', 'too-big')).toHaveProperty('disabled', false);
  });

  it('say for how many of those asked for there is room', async () => {
    await openStep();
    await eventually(() => expect(noteOf('fits')).toBe(''));
    await type(find('textbox', 'Number'), '3');
    await eventually(() => expect(noteOf('fits')).toBe('The nodes have room for about 2 of this flavor.'));
    expect(noteOf('too-big')).toBe(NO_ROOM);
  });

  it('say nothing where not all nodes are known', async () => {
    await openStep('m1');
    await eventually(() => expect(noteOf('too-big')).toBe(''));
  });
});

describe('the way into the guest', () => {
  const HINT = 'you may have no way to sign in to the guest';

  it('is missed where an image is chosen with neither key nor script', async () => {
    await openStep(undefined, 'image');
    expect(pageText()).not.toContain(HINT);
    await eventually(() => find('radio', 'Debian'));
    await click(find('radio', 'Debian'));
    await eventually(() => expect(pageText()).toContain(HINT));
    await click(find('button', 'Done'));
    await click(find('button', 'Choose: Script'));
    await eventually(() => find('textbox', 'Script'));
    await type(find('textbox', 'Script'), '#cloud-config');
    await eventually(() => expect(pageText()).not.toContain(HINT));
  });
});

describe('a window of the wizard', () => {
  const focused = () => document.activeElement;

  it('begins at the first thing to choose as soon as that is there', async () => {
    const { promise: held, resolve } = Promise.withResolvers<void>();
    await openStep(undefined, 'flavor', held);
    await eventually(() => expect(focused()).toBe(find('button', 'Done')));
    resolve();
    await eventually(() => expect(focused()).toBe(find('radio', 'fits')));
  });

  it('leaves the focus where the user has put it meanwhile', async () => {
    const { promise: held, resolve } = Promise.withResolvers<void>();
    await openStep(undefined, 'image', held);
    const volume = find('button', 'Existing volume');
    await eventually(() => expect(document.querySelector('[role="dialog"]')?.contains(focused())).toBe(true));
    document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Tab', bubbles: true }));
    volume.focus();
    resolve();
    await eventually(() => find('radio', 'Debian'));
    expect(focused()).toBe(volume);
  });

  it('begins at what has been chosen before', async () => {
    await openStep();
    await eventually(() => find('radio', 'too-big'));
    await click(find('radio', 'too-big'));
    await click(find('button', 'Done'));
    await eventually(() => find('button', 'Change: Flavor'));
    await click(find('button', 'Change: Flavor'));
    await eventually(() => expect(focused()).toBe(find('radio', 'too-big')));
  });
});
