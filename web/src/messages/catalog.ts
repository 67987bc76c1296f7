/** Message catalogs: one file per area in `en`, and its translation in a file of the same name per language. */
import { locale, translation } from './locale.ts'
import { renderRich, renderText, type Message, type Value } from './message.ts'
import type { Area, Messages, Say } from './types.ts'

/** Defines the English messages of an area. The result renders a message in the language of the page. */
export function catalog<const Catalog extends Messages>(area: Area, english: Catalog): Say<Catalog>
export function catalog(area: Area, english: Compiled) {
  return sayOf(english, translation?.[area])
}

/** Messages whose translation is loaded with them. */
export function separateCatalog<const Catalog extends Messages>(
  english: Catalog,
  translated: Messages | undefined,
): Say<Catalog>
export function separateCatalog(english: Compiled, translated: Compiled | undefined) {
  return sayOf(english, translated)
}

type Compiled = Readonly<Record<string, Message>>

function sayOf(english: Compiled, translated: Compiled | undefined) {
  const context = (values: Readonly<Record<string, Value>> = {}) => ({ values, locale })
  const find = (key: string) => translated?.[key] ?? english[key] ?? key
  return Object.assign(
    (key: string, values?: Readonly<Record<string, Value>>) => renderText(find(key), context(values)),
    {
      rich: (key: string, values: Readonly<Record<string, Value>>) => renderRich(find(key), context(values)),
      english,
    },
  )
}
