import type { Key, Stroke } from './keysyms.ts';

/** What keys are sent through: noVNC's RFB. */
export interface KeySink {
  sendKey(keysym: number, code: string | undefined, down: boolean): void;
}

/** Presses all keys in their order and lets them go in the opposite one. */
export function pressTogether(sink: KeySink, keys: readonly (Key | Stroke['key'])[]): void {
  for (const { keysym, code } of keys) sink.sendKey(keysym, code, true);
  for (const { keysym, code } of keys.toReversed()) sink.sendKey(keysym, code, false);
}

/**
 * Types strokes one after the other, `pause` milliseconds apart: a guest that gets them at once loses some. Ends early when aborted.
 * @param onTyped told how many are typed
 */
export async function typeStrokes(
  sink: KeySink,
  strokes: readonly Stroke[],
  { pause, signal, onTyped }: { pause: number; signal: AbortSignal; onTyped(count: number): void },
): Promise<void> {
  for (const [index, { key, held }] of strokes.entries()) {
    if (signal.aborted) return;
    pressTogether(sink, [...held, key]);
    onTyped(index + 1);
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}
