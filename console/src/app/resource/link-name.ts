import { useRouterState } from '@tanstack/react-router';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** What the thing is called to which a link has led: its page is headed by that until it has been read. */
    named?: string;
  }
}

/** What the link that was followed called the thing that the address names; undefined where none did. */
export const useNamed = (): string | undefined => useRouterState({ select: ({ location }) => location.state.named });
