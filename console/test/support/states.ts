/** Names of S2 §4, as the specification prints them. Of task states it prints families only; these are theirs. */
const words = (text: string): string[] => text.trim().split(/\s+/);

export const PRINTED_STATUSES = words(`
  ACTIVE BUILD HARD_REBOOT MIGRATING PASSWORD REBOOT REBUILD RESIZE REVERT_RESIZE VERIFY_RESIZE PAUSED SHELVED SHELVED_OFFLOADED SHUTOFF
  SUSPENDED RESCUE DELETED ERROR SOFT_DELETED UNKNOWN LIVE_RESIZE VERIFY_LIVE_RESIZE`);

export const PRINTED_TASK_STATES = words(`
  scheduling spawning networking deleting rebooting reboot_pending reboot_started rebooting_hard reboot_pending_hard reboot_started_hard
  rebuilding rebuild_block_device_mapping rebuild_spawning resize_prep resize_migrating resize_migrated resize_finish resize_reverting
  resize_confirming shelving shelving_image_pending_upload shelving_image_uploading shelving_offloading unshelving image_uploading
  powering-on powering-off`);

export const PRINTED_ACTIONS = words(`
  attach_interface detach_interface attach_volume detach_volume changePassword confirmResize create createBackup createImage delete evacuate
  extend_volume live-migration live_migration_cancel live_migration_force_complete lock unlock migrate pause unpause reboot rebuild rescue
  unrescue resize revertResize restore resume shelve shelveOffload unshelve start stop suspend swap_volume trigger_crash_dump resetState
  refresh_volume_attachment backup_exporting`);
