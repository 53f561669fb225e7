import { useRouter } from '@tanstack/react-router';
import { useEffect, type ReactNode } from 'react';
import { useAbility } from '../abilities/use-ability.ts';
import { mayOpen } from '../router/may-open.ts';
import { useOpenPage } from '../router/use-page.ts';

/** A page the abilities refuse becomes /error403 (S0 §6). Shown once the rights are loaded. */
export function Guard({ children }: { children: ReactNode }) {
  const ability = useAbility();
  const open = useOpenPage();
  return open && !mayOpen(open.page, ability) ? <Denied key={open.page.path} /> : children;
}

/** Leaves the page once, with the refused address in the history (decision D25). */
function Denied() {
  const router = useRouter();
  useEffect(() => {
    void router.navigate({ to: '/error403', replace: true, state: { denied: router.state.location.href } });
  }, [router]);
  return null;
}
