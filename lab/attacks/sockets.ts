import type { World } from './world.ts';

/** What Engine.IO and Socket.IO say at the beginning of a message: opened, ping, connected, answer number 0. */
const SAYS = { opened: '0', ping: '2', connected: '40', answered: '430' } as const;
const LOGIN = '420["login",{"all_tenants":false,"since":1}]';

/** One socket, which logs in again as soon as it is answered, and comes back where it is cut. Returns the way to end it. */
function logIn({ base, lead }: World): () => void {
  let socket: WebSocket;
  let ended = false;
  const connect = (): void => {
    socket = new WebSocket(`${base.replace('http', 'ws')}/ws/?EIO=4&transport=websocket`);
    socket.addEventListener('message', ({ data }) => {
      const text = String(data);
      if (text.startsWith(SAYS.connected) || text.startsWith(SAYS.answered)) socket.send(LOGIN);
      else if (text.startsWith(SAYS.opened)) socket.send(`40${JSON.stringify(lead)}`);
      else if (text === SAYS.ping) socket.send('3');
    });
    socket.addEventListener('close', () => void (ended || setTimeout(connect, 10).unref()));
    socket.addEventListener('error', () => undefined);
  };
  connect();
  return () => {
    ended = true;
    socket.close();
  };
}

/** Sockets of one tenant that log in as fast as they are answered. Returns the way to end them. */
export async function loggingIn(world: World, count: number): Promise<() => void> {
  const ends = Array.from({ length: count }, () => logIn(world));
  return () => ends.forEach((end) => end());
}
