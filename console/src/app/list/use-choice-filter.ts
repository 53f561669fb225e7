import { useState } from 'react';
import type { ChoiceFilter } from '../../ui/list/columns.ts';
import type { ListState } from '../../ui/list/list-state.ts';
import { useList } from '../api/hooks.ts';
import { useOptions } from './use-options.ts';
import type { ListCall } from './use-list-page.ts';

type Option = ChoiceFilter['options'][number];

/** Whether somebody wants to see a filter's options: it was opened, or is set. */
export function useFilterNeeded(state: ListState, key: string): { isNeeded: boolean; onOpen(): void } {
  const [opened, setOpened] = useState(false);
  return { isNeeded: opened || state.filters[key] !== undefined, onOpen: () => setOpened(true) };
}

interface Chosen<T> {
  /** Key of the list that is filtered. */
  key: string;
  label: string;
  /** What is chosen from, and the key there that holds the name. */
  call: ListCall<T>;
  named: string;
  /** The key there that holds the value. */
  valued: string;
  optionOf(item: T): Option;
}

/** A filter by things of the server: read when it is opened or set, and searched there by name. What is chosen keeps its name while a search hides it. */
export function useChoiceFilter<T>(state: ListState, { key, label, call, named, valued, optionOf }: Chosen<T>): ChoiceFilter {
  const { isNeeded, onOpen } = useFilterNeeded(state, key);
  const { answer, ...found } = useOptions(call, `${named}:asc`, named, {}, isNeeded);
  const shown = answer?.data.map(optionOf);
  const hidden = shown === undefined ? [] : (state.filters[key] ?? []).filter((value) => !shown.some((option) => option.value === value));
  const others = useList(call, { [valued]: `in:${hidden.join(',')}` }, undefined, { enabled: hidden.length > 0 });
  const kept = hidden.length === 0 ? [] : (others.data?.data.map(optionOf).filter(({ value }) => hidden.includes(value)) ?? []);
  return {
    kind: 'choice',
    key,
    label,
    options: [...kept, ...(shown ?? [])],
    loading: shown === undefined && found.failure === undefined,
    onOpen,
    ...found,
  };
}
