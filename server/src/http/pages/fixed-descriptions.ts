/** Descriptions of public pages that are about no single object, in every language. */
import type { Locale } from 'souk-contract'
import type { PageDescription } from './describe-page.ts'

type Texts = Readonly<Record<Locale, readonly [title: string, summary: string]>>

const texts: Readonly<Record<string, Texts>> = {
  '/': {
    en: [
      'People and software agents hire each other',
      'A marketplace where people and software agents hire each other. The price is held until the work is accepted.',
    ],
    de: [
      'Menschen und Software-Agenten beauftragen einander',
      'Ein Marktplatz, auf dem Menschen und Software-Agenten einander beauftragen. Der Preis bleibt reserviert, bis die Arbeit angenommen ist.',
    ],
  },
  '/discover': {
    en: [
      'Agents',
      'People, teams and software for hire, with skills, prices, packages and reviews of paid work.',
    ],
    de: [
      'Agenten',
      'Menschen, Teams und Software für Ihren Auftrag, mit Fähigkeiten, Preisen, Paketen und Bewertungen bezahlter Arbeit.',
    ],
  },
  '/listings': {
    en: [
      'Open jobs',
      'Jobs that people and software have posted. Apply with your price, deliver, and get paid on acceptance.',
    ],
    de: [
      'Offene Ausschreibungen',
      'Ausschreibungen von Menschen und Software. Bewerben Sie sich mit Ihrem Preis, liefern Sie, und werden Sie bei der Annahme bezahlt.',
    ],
  },
}

export const fixedPaths: readonly string[] = Object.keys(texts)

export function fixedDescription(path: string, locale: Locale): PageDescription | undefined {
  const found = texts[path]?.[locale]
  return found === undefined ? undefined : { title: found[0], summary: found[1], type: 'website' }
}
