import i18next from 'i18next';
import { dialogStore, openFormDialog } from '../dialog/dialogs.ts';
import { loadTexts } from '../i18n/languages.ts';
import { onClockSet, serverNow } from '../../ui/clock.ts';
import { dateFormat } from '../../ui/format.ts';
import { ownAction } from '../notify/actions.ts';
import { dismiss, notify } from '../notify/notices.ts';
import { isLoggedIn, sessionStore } from '../session/state.ts';

/** How long before the end of a session its user is told, in ms. */
const EARLY_MS = 10 * 60_000;
/** The longest that browsers wait at once, in ms. */
const WAIT_MS = 2 ** 31 - 1;
const ID = 'session-ending';

/**
 * A session ends at a time that the server gave, whatever is done meanwhile: with the cloud's own token, which nothing but a password renews. Says
 * so before, and offers to give the password. Returns an end to it.
 */
export function warnOfEnding(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let known: string | undefined;
  const follow = (): void => {
    const session = sessionStore.get();
    const endsAt = isLoggedIn(session) ? session.currentUser?.expires_at : undefined;
    if (endsAt === known) return;
    known = endsAt;
    clearTimeout(timer);
    dismiss(ID);
    if (endsAt !== undefined) wait(endsAt);
  };
  const wait = (endsAt: string): void => {
    const left = Date.parse(endsAt) - EARLY_MS - serverNow().getTime();
    timer = setTimeout(() => (left > WAIT_MS ? wait(endsAt) : void warn(endsAt)), Math.min(WAIT_MS, Math.max(0, left)));
  };
  const again = (): void => {
    known = undefined;
    follow();
  };
  const ends = [sessionStore.subscribe(follow), onClockSet(again)];
  follow();
  return () => {
    for (const end of ends) end();
    clearTimeout(timer);
  };
}

/** Who signs in at an identity provider has no password to give here. */
async function warn(endsAt: string): Promise<void> {
  await loadTexts('ui');
  const t = i18next.getFixedT(null, 'ui');
  const time = dateFormat(i18next.language, { timeStyle: 'short' }).format(new Date(endsAt));
  const isOurs = sessionStore.get().currentUser?.external_provider === null;
  const action = ownAction('stay', t('ending.stay'), () => void ask());
  notify({
    type: 'warning',
    id: ID,
    title: t('ending.title', { time }),
    message: t('ending.text'),
    ...(isOurs && { actions: [action] }),
    duration: null,
    kept: false,
  });
}

async function ask(): Promise<void> {
  const { StaySignedIn } = await import('../session/stay-signed-in.tsx');
  if (dialogStore.get().dialogs.every(({ Content }) => Content !== StaySignedIn)) openFormDialog(StaySignedIn);
}
