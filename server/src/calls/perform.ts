import type { z } from 'zod';
import { isWholeList, type wholeQuery } from '@gantry/contract/wire/page';
import { authorised, type CallRequest } from './call-request.ts';
import { bulk, command } from './commands.ts';
import type { Handler } from './handler.ts';
import { issueDownload } from './download-ticket.ts';
import { live } from './live.ts';
import type { CallOptions } from './port.ts';
import { list, read, states } from './reads.ts';
import { ticket } from './ticket.ts';

/** Does what a call says it does. Rights and values have been checked. */
export async function perform(request: CallRequest, options: CallOptions, handlers: ReadonlyMap<string, Handler>): Promise<unknown> {
  const answer = await carryOut(request, options, handlers);
  return isWholeList(request.call) ? cutTo(request.query as WholeQuery, answer as { data: unknown[] }) : answer;
}

type WholeQuery = z.output<typeof wholeQuery>;

/** No more of a list that is not paged than its reader asks for, and how many there are (decision B29). */
const cutTo = ({ limit, with_count: counted }: WholeQuery, { data, ...rest }: { data: unknown[] }) => ({
  ...rest,
  data: data.slice(0, limit),
  ...(counted && { count: data.length }),
});

async function carryOut(request: CallRequest, options: CallOptions, handlers: ReadonlyMap<string, Handler>): Promise<unknown> {
  const { does, id } = request.call;
  switch (does.by) {
    case 'list':
      return list(authorised(request), does, options);
    case 'read':
      return read(authorised(request), does, options);
    case 'states':
      return states(authorised(request), does, options);
    case 'command':
      return command(authorised(request), does, options);
    case 'bulk':
      return bulk(authorised(request), does, options);
    case 'live':
      return live(authorised(request), does, options);
    case 'ticket':
      return ticket(authorised(request), does, options);
    case 'download':
      return issueDownload(authorised(request), does, options);
    case 'handle': {
      const handler = handlers.get(id);
      if (!handler) throw new Error(`no handler for ${id}`);
      return handler.run(request);
    }
  }
}
