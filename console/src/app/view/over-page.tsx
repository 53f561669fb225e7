import type { ReactNode } from 'react';
import type { Named } from '../resource/named.ts';
import type { SectionName } from '../resource/noun-text.ts';
import { OverPage } from '../resource/over-page.tsx';
import type { View } from './declare.ts';

/** A dialog of a noun, at an address of its own, over the page of the thing. */
export async function overPage<T extends Named, N extends SectionName>(view: View<T, N>, name: string): Promise<{ Page: () => ReactNode }> {
  const Dialog = await view.dialog(name);
  return {
    Page: () => (
      <OverPage section={view.section} page={view.Details}>
        {(item, close) => <Dialog item={item} obstacle={undefined} onClose={close} />}
      </OverPage>
    ),
  };
}
