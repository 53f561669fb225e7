import { useState, type ReactNode } from 'react';
import type { FieldValues } from 'react-hook-form';
import { CreateForm } from '../../src/app/create/create-form.tsx';
import type { SchemaForm } from '../../src/ui/form/use-schema-form.ts';
import { click, find, renderPage, settle } from './render.tsx';

/** How a form of a test says what is wrong: at a field by the code, else always alike. */
export const CODES = { describe: () => ({ text: 'It failed' }), fieldText: ({ code }: { code: string }) => code };

interface NewThingProps<I extends FieldValues, O> {
  form: SchemaForm<I, O>;
  onCancel?: () => void;
  side?: string | undefined;
  /** The fields. */
  children: ReactNode;
}

/** The page for a new thing, of which nothing was typed before. */
export const NewThing = <I extends FieldValues, O>({ onCancel = () => undefined, ...form }: NewThingProps<I, O>) => (
  <CreateForm
    {...form}
    label="New thing"
    submitLabel="Create"
    draft={{ restored: false, onStartOver: () => undefined }}
    onCancel={onCancel}
  />
);

/** Opens a dialog over a page that says `closed` once it is. */
export async function openDialog(dialog: (close: () => void) => ReactNode): Promise<void> {
  function Host() {
    const [isOpen, setOpen] = useState(true);
    return isOpen ? dialog(() => setOpen(false)) : <p>closed</p>;
  }
  await renderPage(() => <Host />);
}

/** Presses a button of a form, and waits for what comes of it. */
export async function press(button: string): Promise<void> {
  await click(find('button', button));
  await settle(10);
}
