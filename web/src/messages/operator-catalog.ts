/** Catalogs of the operator console, which are loaded with it. */
import { separateCatalog } from './catalog.ts'
import { locale } from './locale.ts'
import type { Messages, Say } from './types.ts'

type OperatorArea =
  | 'audit'
  | 'cases'
  | 'chargebacks'
  | 'console'
  | 'disputes'
  | 'figures'
  | 'mail'
  | 'market'
  | 'money'
  | 'payouts'
  | 'people'
  | 'policy'

export type OperatorTranslation = Readonly<Record<OperatorArea, Messages>>

const translation: OperatorTranslation | undefined =
  locale === 'de'
    ? await import('./de/operator.ts').then(({ operatorTranslation }) => operatorTranslation, ignore)
    : undefined

/** The console is usable in English if the catalog cannot be loaded. */
function ignore(): undefined {
  return undefined
}

/** Defines the English messages of an area of the console. */
export function operatorCatalog<const Catalog extends Messages>(
  area: OperatorArea,
  english: Catalog,
): Say<Catalog> {
  return separateCatalog(english, translation?.[area])
}
