/** The whole console at an address, over a network that answers as the test says. */
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { applyMeta } from '../../src/app/abilities/abilities.ts';
import { callTable } from '../../src/app/api/call-table.ts';
import { createQueryClient } from '../../src/app/api/queries.ts';
import { createConsoleRouter } from '../../src/app/router/create-router.tsx';
import { FeaturesContext } from '../../src/app/router/features-context.ts';
import { features } from '../../src/features/index.ts';
import { openPage, type Asked, type Given } from './console-page.tsx';
import { render } from './render.tsx';

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';
const METHODS: readonly Method[] = ['GET', 'POST', 'PATCH', 'DELETE'];

/** Opens it. `mayOf`: what somebody may do with a subject; all where it says nothing. Addresses are relative to a `base` that the test has made. */
export async function openConsole(
  address: string,
  reads: (asked: Asked) => Given,
  mayOf: (subject: string) => readonly Method[] = () => METHODS,
): Promise<void> {
  // Signs in and stands in for the network.
  await openPage(() => null, reads);
  const calls = Object.values(callTable);
  applyMeta({
    data: Object.fromEntries(calls.map(({ subject }) => [subject, [...mayOf(subject)]])),
    capabilities: calls.flatMap(({ capability }) => capability ?? []),
    seq: 7,
  });
  history.replaceState(null, '', address);
  const queryClient = createQueryClient();
  const router = createConsoleRouter(features, queryClient);
  await render(
    <QueryClientProvider client={queryClient}>
      <FeaturesContext value={features}>
        <RouterProvider router={router} />
      </FeaturesContext>
    </QueryClientProvider>,
  );
}

/** As the server writes it into the page: addresses are relative to it. */
export function baseAtRoot(): void {
  const base = document.createElement('base');
  base.href = '/';
  document.head.append(base);
}
