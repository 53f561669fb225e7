/** Menus of actions: what is not on top stands in a group, one step further. */
import { all, click, find, settle } from './render.tsx';

const groups = (): HTMLElement[] => all('menuitem').filter((item) => item.hasAttribute('data-group'));
const back = (): HTMLElement | undefined => all('menuitem', 'Back from: ')[0];
const textOf = (item: HTMLElement): string => item.querySelector('.pf-v6-c-menu__item-text')?.textContent ?? '';

async function toTop(): Promise<void> {
  const line = back();
  if (line) await click(line);
  await settle();
}

async function each(look: () => boolean): Promise<boolean> {
  await toTop();
  if (look()) return true;
  for (const id of groups().map(({ dataset }) => dataset['group'])) {
    await click(groups().find(({ dataset }) => dataset['group'] === id)!);
    await settle();
    if (look()) return true;
    await toTop();
  }
  return false;
}

/** Names of all actions of the open menu, in their order, those of the groups last. */
export async function actionNames(): Promise<string[]> {
  const names: string[] = [];
  await each(() => {
    names.push(
      ...all('menuitem')
        .filter((item) => !item.hasAttribute('data-group') && item !== back())
        .map(textOf),
    );
    return false;
  });
  return names;
}

/** The line of an action, in whichever group. */
export async function actionItem(name: string): Promise<HTMLElement> {
  const there = () => all('menuitem', name).some((item) => !item.hasAttribute('data-group') && item !== back());
  await each(there);
  return find('menuitem', name);
}

/** Types what a confirmation wants to have typed, if anything. */
export const PHRASE = 'To confirm, type: ';

/** An action in the head of the page of one thing: its button, or the line of its menu, which is opened for that. */
export async function headAction(name: string): Promise<HTMLElement> {
  const inHead = (label: string) => all('button', label).filter((button) => button.closest('.gantry-details-head') !== null);
  const [button] = inHead(name);
  if (button) return button;
  if (all('menuitem').length === 0) await click(inHead('Actions for ')[0]!);
  await settle();
  return actionItem(name);
}
