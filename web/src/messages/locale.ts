/** The language of this page. The server chooses it (`server/src/http/pages/page-language.ts`) and sets `<html lang>`. */
import type { Locale } from 'souk-contract'
import type { Translation } from './types.ts'

/** Catalogs that are loaded on demand; English is part of the code. */
const loaders: Readonly<Record<Exclude<Locale, 'en'>, () => Promise<{ readonly translation: Translation }>>> =
  { de: () => import('./de/index.ts') }

export const locale: Locale =
  typeof document !== 'undefined' && document.documentElement.lang === 'de' ? 'de' : 'en'

/** Modules that import this one run after the catalog has loaded, so that they can use messages in constants. */
export const translation: Translation | undefined =
  locale === 'en' ? undefined : await loaders[locale]().then((loaded) => loaded.translation, ignore)

/** The app is usable in English if the catalog cannot be loaded. */
function ignore(): undefined {
  return undefined
}

/** For `Intl`. Dates in English are day first, with 24 hours. */
export const formatLocale: string = { en: 'en-GB', de: 'de-DE' }[locale]

const cookieName = 'souk-locale'

/** Applies the language of the account: the server reads the cookie when it sends the page again. */
export function adoptLocale(chosen: Locale): void {
  if (chosen === locale || cookieLocale() === chosen) return
  document.cookie = `${cookieName}=${chosen}; path=/; max-age=31536000; samesite=lax`
  // Without cookies the reload would not change the language.
  if (cookieLocale() === chosen) location.reload()
}

function cookieLocale(): string | undefined {
  return new RegExp(`(?:^|; )${cookieName}=(\\w+)`).exec(document.cookie)?.[1]
}
