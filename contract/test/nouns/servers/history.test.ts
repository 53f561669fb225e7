import { describe, expect, it } from 'vitest';
import { SERVER_ACTIONS } from '../../../src/nouns/servers/history.ts';

describe('names of the history of servers', () => {
  it('the action names of a server history are those of the specification, each once', () => {
    const listed =
      'attach_interface detach_interface attach_volume detach_volume changePassword confirmResize create createBackup createImage delete ' +
      'evacuate extend_volume live-migration live_migration_cancel live_migration_force_complete lock unlock migrate pause unpause reboot ' +
      'rebuild rescue unrescue resize revertResize restore resume shelve shelveOffload unshelve start stop suspend swap_volume ' +
      'trigger_crash_dump resetState refresh_volume_attachment';
    const names: readonly string[] = SERVER_ACTIONS;
    expect(names).toEqual(expect.arrayContaining(listed.split(' ')));
    expect(names.filter((name) => !listed.split(' ').includes(name))).toEqual(['backup_exporting']);
    expect(new Set(names).size).toBe(names.length);
  });
});
