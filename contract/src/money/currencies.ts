/**
 * Table of supported currencies with Stripe's rules for their amounts. Amounts are integers in Stripe's minor units,
 * which differ from ISO 4217 (ISK, UGX) and from CLDR (HUF, IDR).
 *
 * Source: docs.stripe.com/currencies (codes, zero-decimal list, special cases, minimums). The page also lists UGX as
 * zero-decimal, but the API refuses UGX amounts that are not multiples of 100. The rule for three-decimal currencies
 * is documented for payments, refunds and disputes; we assume that it also applies to payouts. BGN and ANG are left
 * out because they are no longer legal tender.
 */
export interface CurrencyRules {
  readonly decimals: 0 | 2 | 3
  /** Charges, refunds, prices and fees must be multiples of it, in minor units. */
  readonly chargeStep: number
  /** Payouts must be multiples of it. */
  readonly payoutStep: number
  /** Smallest charge: one major unit, or Stripe's minimum if that is larger. */
  readonly chargeMin: number
  /** Largest charge: Stripe accepts eight digits, twelve for IDR. */
  readonly chargeMax: number
}

const zeroDecimal = codesIn('BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF')

const twoDecimal = codesIn(`
  AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BRL BSD BWP BYN BZD CAD CDF CHF CNY COP CRC CVE CZK DKK
  DOP DZD EGP ETB EUR FJD FKP GBP GEL GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR ISK JMD KES KGS KHR KYD KZT LAK LBP
  LKR LRD LSL MAD MDL MKD MMK MNT MOP MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON
  RSD RUB SAR SBD SCR SEK SGD SHP SLE SOS SRD STD SZL THB TJS TOP TRY TTD TWD TZS UAH UGX USD UYU UZS WST XCD XCG YER
  ZAR ZMW`)

const threeDecimal = codesIn('BHD JOD KWD OMR TND')

const exceptions: Readonly<Record<string, Partial<CurrencyRules>>> = {
  // Currencies without fractions that Stripe still counts in hundredths.
  ISK: { chargeStep: 100, payoutStep: 100 },
  UGX: { chargeStep: 100, payoutStep: 100 },
  // Cards can be charged fractions; bank transfers cannot carry them.
  HUF: { payoutStep: 100, chargeMin: 17_500 },
  TWD: { payoutStep: 100 },
  IDR: { chargeMax: 999_999_999_999 },
  AED: { chargeMin: 200 },
  CZK: { chargeMin: 1500 },
  DKK: { chargeMin: 250 },
  HKD: { chargeMin: 400 },
  JPY: { chargeMin: 50 },
  KRW: { chargeMin: 50 },
  MXN: { chargeMin: 1000 },
  MYR: { chargeMin: 200 },
  NOK: { chargeMin: 300 },
  PLN: { chargeMin: 200 },
  RON: { chargeMin: 200 },
  SEK: { chargeMin: 300 },
  THB: { chargeMin: 1000 },
}

const table: ReadonlyMap<string, CurrencyRules> = new Map([
  ...zeroDecimal.map((code) => [code, rules(code, 0)] as const),
  ...twoDecimal.map((code) => [code, rules(code, 2)] as const),
  ...threeDecimal.map((code) => [code, rules(code, 3)] as const),
])

/** Supported codes in alphabetical order. */
export const currencyCodes: readonly string[] = [...table.keys()].toSorted()

export function isCurrency(code: string): boolean {
  return table.has(code)
}

/** Rules of any code. Unknown codes have two decimals, as at Stripe. */
export function rulesOf(currency: string): CurrencyRules {
  return table.get(currency) ?? rules(currency, 2)
}

export function decimalsOf(currency: string): number {
  return rulesOf(currency).decimals
}

/** Converts major to minor units: 15 is 1500 in USD, 15 in JPY and 15000 in KWD. */
export function minorUnits(units: number, currency: string): number {
  return units * 10 ** decimalsOf(currency)
}

function rules(code: string, decimals: CurrencyRules['decimals']): CurrencyRules {
  const step = decimals === 3 ? 10 : 1
  return {
    decimals,
    chargeStep: step,
    payoutStep: step,
    chargeMin: 10 ** decimals,
    chargeMax: 99_999_999,
    ...exceptions[code],
  }
}

function codesIn(text: string): readonly string[] {
  return text.trim().split(/\s+/)
}
