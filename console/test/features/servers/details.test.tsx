import { describe, expect, it } from 'vitest';
import { logFileName } from '../../../src/features/servers/details/log.tsx';
import { VolumesTab } from '../../../src/features/servers/details/volumes.tsx';
import { aServer } from '../../support/console-page.tsx';
import { all, render } from '../../support/render.tsx';

describe('the volumes of a server', () => {
  it('marks the first of two as the one it boots from [server.boot-volume]', async () => {
    const volume = { delete_on_termination: true, size: 10 };
    const volumes = [
      { ...volume, id: 'v1', name: 'first' },
      { ...volume, id: 'v2', name: 'second' },
    ];
    await render(<VolumesTab server={aServer({ volumes })} />);
    const rows = all('row').map((row) => row.textContent ?? '');
    expect(rows[1]).toContain('first Boot volume');
    expect(rows[2]).toContain('second');
    expect(rows[2]).not.toContain('Boot volume');
  });
});

describe('the file of a console log', () => {
  it('is named by server and day, without what a file name cannot hold', () => {
    expect(logFileName('web 1/../ä', new Date('2026-11-20T23:00:00Z'))).toBe('web_1_.._ä-2026-11-20.log');
  });
});
