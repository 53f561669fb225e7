import type { CallInput } from '@gantry/contract/wire/call';
import { useCallback, type ComponentType, type ReactNode } from 'react';
import type { ReadCall } from '../api/calls.ts';
import { useItem } from '../api/hooks.ts';
import { OwnAddressContext } from '../form/use-show-made.ts';
import { useReturn } from '../router/use-return.ts';
import type { Section } from './section.ts';
import { useItemId } from './use-item-id.ts';

interface OverPageProps<T> {
  section: Section<T>;
  /** The page of one thing. */
  page: ComponentType;
  /** Address that the dialog leaves for, unless its own says another; the page of the thing where absent. */
  back?: string;
  /** The dialog, once the thing is there; `close` leaves for the page that it was opened from. */
  children(item: T, close: () => void): ReactNode;
}

/** A dialog at an address of its own, over the page of the thing that it changes. */
export function OverPage<T>({ section, page: Page, back, children }: OverPageProps<T>) {
  const { calls, addressOf } = section;
  const id = useItemId(calls.read);
  const params: NonNullable<CallInput<ReadCall<T>>['params']> = { [calls.read.idParam ?? '']: id };
  const { data } = useItem(calls.read, params);
  const leave = useReturn(back ?? addressOf(id));
  const close = useCallback(() => leave(null), [leave]);
  const show = useCallback((made: readonly string[]) => leave(null, made), [leave]);
  return (
    <>
      <Page />
      <OwnAddressContext value={show}>{data !== undefined && children(data, close)}</OwnAddressContext>
    </>
  );
}
