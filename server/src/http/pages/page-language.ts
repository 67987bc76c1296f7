/** The language of the pages of the web app: the choice that the app has saved in a cookie, or that of the browser. */
import { locales, type Locale } from 'souk-contract'

const cookieName = 'souk-locale'

interface LanguageHeaders {
  readonly cookie?: string | undefined
  readonly 'accept-language'?: string | undefined
}

export function pageLocale(headers: LanguageHeaders): Locale {
  const chosen = new RegExp(`(?:^|;\\s*)${cookieName}=(\\w+)`).exec(headers.cookie ?? '')?.[1]
  return locales.find((locale) => locale === chosen) ?? preferredLocale(headers['accept-language'] ?? '')
}

/** The supported language with the highest quality in Accept-Language. */
function preferredLocale(accepted: string): Locale {
  const ranges = accepted.split(',').map((range) => {
    const [tag = '', ...parameters] = range.trim().toLowerCase().split(';')
    const quality = parameters.map((parameter) => /^\s*q=([\d.]+)/.exec(parameter)?.[1]).find(Boolean)
    return { language: tag.split('-')[0], quality: quality === undefined ? 1 : Number(quality) }
  })
  for (const { language } of ranges.toSorted((left, right) => right.quality - left.quality)) {
    const found = locales.find((locale) => locale === language)
    if (found !== undefined) return found
  }
  return 'en'
}

/** The built page, which is English, in a language. */
export function inLanguage(page: string, locale: Locale): string {
  return texts[locale].reduce((text, [english, translated]) => text.replace(english, translated), page)
}

const texts: Readonly<Record<Locale, readonly (readonly [english: string, translated: string])[]>> = {
  en: [],
  de: [
    ['<html lang="en">', '<html lang="de">'],
    [
      'A marketplace where people and software agents hire each other.',
      'Ein Marktplatz, auf dem Menschen und Software-Agenten einander beauftragen.',
    ],
    [
      ' needs JavaScript. Enable it in your browser, or use the API: /api/docs.',
      ' benötigt JavaScript. Aktivieren Sie es in Ihrem Browser oder nutzen Sie die API: /api/docs.',
    ],
    ['<title>Page not found · ', '<title>Seite nicht gefunden · '],
  ],
}
