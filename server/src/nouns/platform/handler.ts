import { calls as allCalls, nouns } from '@gantry/contract';
import { DEFAULT_LOCALE, LOCALES, type Locale } from '@gantry/contract/constants';
import { FEATURES } from '@gantry/contract/nouns/platform/features';
import { openapi } from '@gantry/contract/openapi';
import { isServedOn } from '@gantry/contract/wire/side';
import type { SideOptions } from '../../calls/port.ts';
import { handle, type Handler } from '../../calls/handler.ts';

const { calls } = nouns.platform;

/** Minutes the console waits for a stopping server before it reloads (decision A14). */
const LEAVE_MINUTES = 10;

const nameOf = (language: Locale, inLanguage: Locale): string => {
  const name = new Intl.DisplayNames([inLanguage], { type: 'language' }).of(language) ?? language;
  return name.charAt(0).toLocaleUpperCase(inLanguage) + name.slice(1);
};

/** `0.2.0-rc.1` → version 0.2.0, release rc.1; without a suffix it is a stable one. */
function releaseOf(full: string): { version: string; release: string } {
  const [version = full, ...suffix] = full.split('-');
  return { version, release: suffix.join('-') || 'stable' };
}

export function platformHandlers({ settings, side, platform }: Pick<SideOptions, 'settings' | 'side' | 'platform'>): Handler[] {
  const describe = (): ReturnType<typeof openapi> =>
    openapi(
      allCalls.filter((call) => isServedOn(side, call)),
      settings.version,
    );
  // Made for the first who asks: it takes as long as a good part of a start.
  let description: ReturnType<typeof describe> | undefined;
  return [
    handle(calls.about, () => ({ 'storage-release': releaseOf(settings.version) })),
    handle(calls.locales, () => ({
      data: LOCALES.map((language) => ({
        language,
        display_name: nameOf(language, language),
        english_name: nameOf(language, 'en'),
        enabled: true,
        is_default: language === DEFAULT_LOCALE,
      })),
    })),
    handle(calls.config, () => ({
      disable_idle_timeout: settings.idleMinutes === null,
      idle_minutes: settings.idleMinutes ?? 0,
      leave_time_minutes: LEAVE_MINUTES,
      language_change: settings.languageChange,
      self_service_port: settings.selfServicePort,
      sign_in_domain: settings.signInDomain,
    })),
    handle(calls.features, () => ({
      data: FEATURES.map(({ id, target }) => ({ id, enabled: settings.features.includes(id), metadata: { target } })),
    })),
    handle(calls.engines, () => ({ data: platform.engines() })),
    handle(calls.openapi, () => (description ??= describe())),
  ];
}
