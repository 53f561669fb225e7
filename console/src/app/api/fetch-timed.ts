import { setClock } from '../../ui/clock.ts';

/** `fetch` for calls of the API, whose answers also set the console's clock. */
export async function fetchTimed(url: string, init: RequestInit): Promise<Response> {
  const sentAt = Date.now();
  const response = await fetch(url, init);
  setClock(response.headers.get('date'), sentAt);
  return response;
}
