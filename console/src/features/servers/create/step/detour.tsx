import { Link } from '@tanstack/react-router';
import { encodeReturnRoute } from '../../../../app/router/return-route.ts';
import { CREATE_STEP } from '../../paths.ts';
import type { Step } from '../steps.ts';

interface DetourProps {
  /** Address of a form for what the wizard lacks. */
  to: string;
  /** The step that it leads back to, with what was made. */
  step: Step;
  children: string;
}

/** The way to another form and back; what was typed here waits as the draft. */
export const Detour = ({ to, step, children }: DetourProps) => (
  <div>
    <Link to={to} search={{ returnRoute: encodeReturnRoute({ name: CREATE_STEP, params: { step }, query: {} }) }}>
      {children}
    </Link>
  </div>
);
