import type { ReactNode } from 'react';
import { Logo } from '../../app/shell/logo.tsx';
import '../../app/shell/full-page.css';
import './message-page.css';

interface Props {
  title: string;
  text: string;
  children?: ReactNode;
}

/** A page that only says something: mark, heading, text, and what can be done. */
export function MessagePage({ title, text, children }: Props) {
  return (
    <main className="gantry-full-page gantry-message">
      <Logo size={48} />
      <h1 data-page-heading tabIndex={-1}>
        {title}
      </h1>
      <p>{text}</p>
      {children}
    </main>
  );
}
