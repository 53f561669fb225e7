import { Navigate, useRouterState } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useAbility } from '../abilities/use-ability.ts';
import { mayOpen } from '../router/menu.ts';
import { useOpenPage } from '../router/use-page.ts';

/** A page the abilities refuse becomes /error403, with the refused address in the history (S0 §6, decision D25). Shown once the rights are loaded. */
export function Guard({ children }: { children: ReactNode }) {
  const ability = useAbility();
  const open = useOpenPage();
  const address = useRouterState({ select: (state) => state.location.href });
  if (open && !mayOpen(open.page, ability)) return <Navigate to="/error403" replace state={{ denied: address }} />;
  return children;
}
