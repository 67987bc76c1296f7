import { FakeError, short } from './errors.ts'
import type { State } from './state.ts'

/** The balances of connected accounts, one for each currency. */

/** The countries in which the platform can open accounts, and their default currencies. */
const currencies: Readonly<Record<string, string>> = {
  US: 'usd',
  DE: 'eur',
  FR: 'eur',
  GB: 'gbp',
  CH: 'chf',
  HU: 'huf',
  TW: 'twd',
  JP: 'jpy',
}

/** Minor units of each currency for 100 US cents. */
const rates: Readonly<Record<string, number>> = {
  usd: 100,
  eur: 92,
  gbp: 79,
  chf: 88,
  huf: 36_512,
  twd: 3233,
  jpy: 151,
}

/** Banks in these currencies take whole units only. */
const wholeUnits: ReadonlySet<string> = new Set(['huf', 'twd'])

/** Undefined where the platform cannot open accounts. */
export function currencyOfCountry(country: string): string | undefined {
  return currencies[country]
}

export function convert(amount: number, from: string, to: string): number {
  if (from === to) return amount
  return Math.floor((amount * (rates[to] ?? 100)) / (rates[from] ?? 100))
}

export function held(state: State, account: string, currency: string): number {
  return state.balances.get(account)?.get(currency) ?? 0
}

export function changeBalance(
  state: State,
  account: string,
  { amount, currency }: { amount: number; currency: string },
): void {
  const purse = state.balances.get(account) ?? new Map<string, number>()
  purse.set(currency, (purse.get(currency) ?? 0) + amount)
  state.balances.set(account, purse)
}

/** A payout needs a balance in its own currency, and an amount that banks there take. */
export function requirePayable(state: State, account: string, amount: number, currency: string): void {
  if (state.balances.get(account)?.has(currency) !== true) {
    throw invalidCurrency(currency)
  }
  if (wholeUnits.has(currency) && amount % 100 !== 0) {
    throw new FakeError(400, {
      type: 'invalid_request_error',
      code: 'parameter_invalid_integer',
      param: 'amount',
      message: `Payouts in ${currency} have to be whole units.`,
    })
  }
  if (held(state, account, currency) < amount) throw short()
}

function invalidCurrency(currency: string): FakeError {
  return new FakeError(400, {
    type: 'invalid_request_error',
    param: 'currency',
    message: `Sorry, you don't have any external accounts in that currency (${currency}).`,
  })
}
