import { Link } from '@tanstack/react-router';
import { encodeReturnRoute } from '../router/return-route.ts';

export interface DetourProps {
  /** Address of a form for what is lacking. */
  to: string;
  /** Where it leads back to, with what was made: a path as the router writes it, and what that is filled with. */
  back: { name: string; params: Readonly<Record<string, string>> };
  children: string;
}

/** The way to another form and back; what was typed here waits as the draft. */
export const Detour = ({ to, back: { name, params }, children }: DetourProps) => (
  <div>
    <Link to={to} search={{ returnRoute: encodeReturnRoute({ name, params: { ...params }, query: {} }) }}>
      {children}
    </Link>
  </div>
);
