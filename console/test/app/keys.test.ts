import { afterEach, describe, expect, it, vi } from 'vitest';
import { keyStore, registerKey } from '../../src/app/keys.ts';

function press(key: string, target: Element = document.body, more: KeyboardEventInit = {}): KeyboardEvent {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more });
  target.dispatchEvent(event);
  return event;
}

describe('single keys', () => {
  afterEach(() => {
    document.body.replaceChildren();
    keyStore.set({ on: true });
  });

  it('a single key runs its action until it is unregistered, and is listed with its label meanwhile', () => {
    const run = vi.fn();
    const stop = registerKey({ key: '/', label: 'Filter', run });
    expect(press('/').defaultPrevented).toBe(true);
    expect(keyStore.get().keys.map(({ key, label }) => [key, label])).toEqual([['/', 'Filter']]);
    stop();
    press('/');
    expect(run).toHaveBeenCalledTimes(1);
    expect(keyStore.get().keys).toEqual([]);
  });

  it.each(['input', 'textarea', 'select'])('single keys are dead while somebody is in a field: %s', (name) => {
    const run = vi.fn();
    const stop = registerKey({ key: 'j', label: 'Next', run });
    const field = document.body.appendChild(document.createElement(name));
    press('j', field);
    stop();
    expect(run).not.toHaveBeenCalled();
  });

  it('single keys are dead while a dialog is open, together with a modifier, and where they are switched off', () => {
    const run = vi.fn();
    const stop = registerKey({ key: 'j', label: 'Next', run });
    press('j', document.body, { ctrlKey: true });
    const dialog = document.body.appendChild(document.createElement('div'));
    dialog.setAttribute('aria-modal', 'true');
    press('j');
    dialog.remove();
    keyStore.set({ on: false });
    press('j');
    stop();
    expect(run).not.toHaveBeenCalled();
  });

  it('a single key is left to the browser where its action declines it', () => {
    const stop = registerKey({ key: ' ', label: 'Peek', run: () => false });
    expect(press(' ').defaultPrevented).toBe(false);
    stop();
  });
});
