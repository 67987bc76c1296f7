/**
 * The only table of currencies: the codes that a marketplace can trade in, and Stripe's rules for their amounts.
 * An amount is a whole number of Stripe's minor units, which differ from ISO 4217 (ISK, UGX) and from CLDR (HUF, IDR).
 *
 * Checked against Stripe's page "Supported currencies" (docs.stripe.com/currencies, a copy of 2023, quotations of 2026):
 * the codes, the zero-decimal list, ISK, UGX, HUF and TWD, the minimums. The page lists UGX as zero-decimal too; its
 * special case contradicts that, and the API refuses UGX amounts that are not multiples of 100. The rule for
 * three-decimal currencies stands in the copies up to 2023 only. It speaks of payments, refunds and disputes; that it
 * also holds for payouts is our assumption. BGN and ANG are left out: both are no longer legal tender.
 */
export interface CurrencyRules {
  readonly decimals: 0 | 2 | 3
  /** Charges, refunds, prices and fees are multiples of it, in minor units. */
  readonly chargeStep: number
  /** Payouts are multiples of it. */
  readonly payoutStep: number
  /** Least charge: one unit, or Stripe's minimum where that is more. */
  readonly chargeMin: number
  /** No charge is larger: Stripe takes eight digits, twelve of IDR. */
  readonly chargeMax: number
}

const zeroDecimal = words('BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF')

const twoDecimal = words(`
  AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BRL BSD BWP BYN BZD CAD CDF CHF CNY COP CRC CVE CZK DKK
  DOP DZD EGP ETB EUR FJD FKP GBP GEL GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR ISK JMD KES KGS KHR KYD KZT LAK LBP
  LKR LRD LSL MAD MDL MKD MMK MNT MOP MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON
  RSD RUB SAR SBD SCR SEK SGD SHP SLE SOS SRD STD SZL THB TJS TOP TRY TTD TWD TZS UAH UGX USD UYU UZS WST XCD XCG YER
  ZAR ZMW`)

const threeDecimal = words('BHD JOD KWD OMR TND')

const exceptions: Readonly<Record<string, Partial<CurrencyRules>>> = {
  // No fractions exist; Stripe counts hundredths all the same.
  ISK: { chargeStep: 100, payoutStep: 100 },
  UGX: { chargeStep: 100, payoutStep: 100 },
  // Cards pay fractions, banks do not.
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

/** All accepted codes in alphabetical order. */
export const currencyCodes: readonly string[] = [...table.keys()].toSorted()

export function isCurrency(code: string): boolean {
  return table.has(code)
}

/** Rules of any code: Stripe counts two decimals wherever it says nothing else. */
export function rulesOf(currency: string): CurrencyRules {
  return table.get(currency) ?? rules(currency, 2)
}

export function decimalsOf(currency: string): number {
  return rulesOf(currency).decimals
}

/** Minor units of whole units: 15 of USD are 1500, of JPY 15, of KWD 15000. */
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

function words(text: string): readonly string[] {
  return text.trim().split(/\s+/)
}
