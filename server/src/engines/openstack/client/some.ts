/** Lists of which each entry stands for itself: one that is not as the service's API promises is left out, and no other with it. */
import { z } from 'zod';
import type { Api, ApiRequest } from './api.ts';
import type { ServiceName } from './errors.ts';
import { soundItemsOf, type Items } from './items.ts';

/** A request for a list: the member of the answer that holds it, and the shape of its entries. */
type ListRequest<S extends z.ZodType> = Omit<ApiRequest<z.ZodType>, 'answer'> & { many: string; item: S };

/**
 * Asks for a list. Entries that cannot be read are left out and logged: not for what has to be known whole before something is taken away.
 * Throws as `Api.ask`.
 */
export async function askSome<S extends z.ZodType>(
  api: Api,
  service: ServiceName,
  { many, item, ...request }: ListRequest<S>,
): Promise<Items<z.output<S>> & { requestId: string | undefined }> {
  // Computed keys lose their names for the compiler.
  const answer = z.object({ [many]: soundItemsOf(item) }).transform((body) => body[many] as Items<z.output<S>>);
  const { body, requestId } = await api.ask(service, { ...request, answer });
  if (body.wrong.length > 0) api.leftOut(service, request.path, body.wrong);
  return { ...body, requestId };
}
