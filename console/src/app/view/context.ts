import type { EnabledStatus } from '@gantry/contract/wire/statuses';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useCapabilities } from '../abilities/use-ability.ts';
import { useMay } from '../abilities/use-may.ts';
import type { ApiCall } from '../api/calls.ts';
import { useNounText, useStatusText, type FrameKey, type NounName } from '../resource/noun-text.ts';
import { useScopeKey, useSession } from '../session/use-session.ts';
import type { SessionUser } from '../session/state.ts';
import type { Label, ViewText } from './labels.ts';

/** What a noun's table may ask for: words, and who looks. It stays the same until one of them changes. */
export interface ViewContext<N extends NounName> {
  /** The noun's own texts. */
  t: TFunction<N>;
  /** Any text that the table may name, with values put in. */
  say(text: Label<N>, values?: Readonly<Record<string, unknown>>): string;
  /** A status in words. */
  word(status: string): string;
  /** Whether people may use a thing, in words. */
  enabled: (status: EnabledStatus) => string;
  /** BCP 47 */
  language: string;
  may(call: ApiCall): boolean;
  /** Whether some engine offers this: `storage_policy.create:redundancy`. */
  has(capability: string): boolean;
  /** Where one works: all of it, a domain, or a project. */
  scope: 'system' | 'domain' | 'project' | 'user';
  user: SessionUser | null;
}

/** The texts of a namespace that is known only as a type: each is read by its keys. */
const ofNoun = <N extends NounName>(t: unknown): TFunction<N> => t as TFunction<N>;

export function useViewContext<N extends NounName>(noun: N): ViewContext<N> {
  const { t, i18n } = useTranslation(noun as 'shell');
  const text = useNounText(noun);
  const word = useStatusText(noun);
  const may = useMay();
  const capabilities = useCapabilities();
  const [scope = 'user'] = useScopeKey().split(':') as [ViewContext<N>['scope']];
  const user = useSession((session) => session.currentUser);
  const { language } = i18n;
  return useMemo(() => {
    const say = (label: ViewText<N>, values?: Readonly<Record<string, unknown>>): string =>
      label.includes(':') ? t(label as 'product', { ...values }) : text(label as FrameKey, values);
    return {
      t: ofNoun<N>(t),
      say: (label, values) => (typeof label === 'object' ? label.same : say(label, values)),
      word,
      // In the noun's own words where it has some.
      enabled: (status) => {
        const keys: readonly string[] = [`state.${status}`, `users:state.${status}`];
        return t(keys as ['product']);
      },
      language,
      may,
      has: (capability) => capabilities.has(capability),
      scope,
      user,
    };
  }, [t, text, word, language, may, capabilities, scope, user]);
}
