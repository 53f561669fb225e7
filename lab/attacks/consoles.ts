import { serverCalls } from '@gantry/contract/nouns/servers/calls';
import { CONSOLE_STREAM_PATH } from '@gantry/contract/nouns/servers/console-wire';
import type { Answered } from './ask.ts';
import type { World } from './world.ts';

/** Milliseconds a console may take until it shows something. */
const PATIENCE = 10_000;

const dial = (base: string): WebSocket => new WebSocket(base.replace('http', 'ws') + CONSOLE_STREAM_PATH);

/** Opens WebSockets of consoles that say nothing; returns the way to leave. */
export async function silentConsoles(base: string, count: number): Promise<() => void> {
  const sockets = Array.from({ length: count }, () => dial(base));
  await Promise.all(
    sockets.map((socket) => new Promise((resolve) => ['open', 'close', 'error'].forEach((sign) => socket.addEventListener(sign, resolve)))),
  );
  return () => {
    for (const socket of sockets) socket.close();
  };
}

/** Somebody asks for a console and looks at it. */
export async function openConsole({ base, member, serverId }: World): Promise<{ ticket: Answered; isShown: boolean }> {
  const path = serverCalls.console.path.replace('{serverId}', serverId);
  const began = performance.now();
  const answer = await fetch(base + path, { method: serverCalls.console.method, headers: member });
  const text = await answer.text();
  const ticket = { status: answer.status, bytes: text.length, ms: performance.now() - began };
  const found = serverCalls.console.answer.safeParse(answer.ok ? JSON.parse(text) : undefined);
  if (!found.success) return { ticket, isShown: false };
  const page = dial(base);
  const isShown = await new Promise<boolean>((resolve) => {
    page.addEventListener('open', () => page.send(JSON.stringify({ ticket: found.data.token })));
    page.addEventListener('message', () => resolve(true));
    page.addEventListener('close', () => resolve(false));
    page.addEventListener('error', () => resolve(false));
    setTimeout(() => resolve(false), PATIENCE).unref();
  });
  page.close();
  return { ticket, isShown };
}
