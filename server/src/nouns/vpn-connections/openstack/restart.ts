/** A restart: down, then up again. Whatever comes between, also a crash, it goes on until it is up. */
import { isUnknown, ServiceError } from '../../../engines/openstack/client/errors.ts';
import { refreshNow, required, type Parts } from '../../../engines/openstack/commands/parts.ts';
import { lookAt, untilDone } from '../../../engines/openstack/commands/wait.ts';
import type { Acceptance, Command, CommandContext } from '../../../port/engine.ts';
import { KIND, put } from './work.ts';

/** Whether the service refuses a change only for now: another one goes on, which it says by 409, or by 400 of a state that passes. */
const isBusy = (error: unknown): boolean =>
  error instanceof ServiceError && (error.httpStatus === 409 || /Invalid state PENDING_\w+/i.test(error.detail ?? ''));

/** Brings a connection down, and up again in `settle`; where that is refused for good, its row says that it is disabled. */
export const restart = (parts: Parts): Command => {
  const down = async (context: CommandContext, projectId: string | null, id: string): Promise<Acceptance> => {
    const requestId = await put(parts, context, projectId, id, { admin_state_up: false });
    return { id, requestId, memo: { projectId } };
  };
  return {
    accept: (context, target) => down(context, required(target).projectId, required(target).id),
    async settle(context, { id, requestId, memo }) {
      const { projectId } = memo as { projectId: string | null };
      let isUp = false;
      try {
        await untilDone(parts, context, requestId, async () => {
          try {
            if (!isUp) await put(parts, context, projectId, id, { admin_state_up: true });
            isUp = true;
          } catch (error) {
            if (!isBusy(error) && !isUnknown(error)) throw error;
            return 'under way';
          }
          const document = await lookAt(parts, KIND, id);
          return document === undefined ? 'under way' : 'done';
        });
      } catch (error) {
        await refreshNow(parts, context, id, KIND);
        throw error;
      }
    },
    async recover(context, target) {
      const id = required(target);
      const row = await context.store.read.get({ engine: parts.engine, kind: KIND, id });
      return row ? down(context, row.projectId, id) : undefined;
    },
  };
};
