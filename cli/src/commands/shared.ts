/** What commands of several nouns have in common. */
import { formatMoney, type Money } from 'souk-contract'
import { iterate, type Page } from 'souk-sdk'
import { given } from '../engine/fields.ts'
import { readMoney } from '../engine/money.ts'
import { Refused } from '../engine/refused.ts'
import type { Session } from '../engine/session.ts'
import { choice, flag, integer, text, time } from '../engine/words.ts'

/** Options of every list. */
export const pageOptions = {
  limit: integer('items on a page', { min: 1, max: 100 }),
  cursor: text('where to go on, as the page before said', 'cursor'),
  all: flag('walk through all pages'),
}

interface PageValues {
  readonly limit: number | undefined
  readonly cursor: string | undefined
  readonly all: boolean
}

/** So many items are enough for any terminal; whoever needs more goes on with a cursor. */
const itemsMax = 10_000

/** One page as it comes, or all of them as one. */
export async function paged<I extends object, T>(
  list: (input: I & { limit?: number; cursor?: string }) => Promise<Page<T>>,
  input: I,
  { limit, cursor, all }: PageValues,
): Promise<Page<T>> {
  const first = { ...input, ...given({ limit: all ? 100 : limit, cursor }) }
  if (!all) return list(first)
  const items: T[] = []
  for await (const item of iterate<typeof first, Page<T>>(list, first)) {
    items.push(item)
    if (items.length >= itemsMax) {
      const hint = 'Narrow the list, or read it page by page with --cursor.'
      throw new Refused('usage', `There are ${itemsMax} or more.`, hint)
    }
  }
  return { items, nextCursor: null }
}

/** An option with an amount of money. */
export const amountOption = (does: string) => text(`${does} (such as 25.00)`, 'amount')

export const currencyOption = text('its currency; that of the marketplace when left out', 'code')

interface TypedMoney {
  /** Names the option or argument in a refusal. */
  readonly field: string
  readonly amount: string
  readonly currency: string | undefined
}

/** An amount as typed, in the currency of --currency or else of the marketplace. */
export async function moneyFrom(
  { client }: Session,
  { field, amount, currency }: TypedMoney,
): Promise<Money> {
  return readMoney(amount, { field, currency: currency ?? (await client.service.getStats()).currency })
}

export async function moneyMaybe(
  session: Session,
  { amount, ...typed }: Omit<TypedMoney, 'amount'> & { readonly amount: string | undefined },
): Promise<Money | undefined> {
  return amount === undefined ? undefined : moneyFrom(session, { ...typed, amount })
}

/** In a sentence that asks: what it costs. */
export const costs = (price: Money | null | undefined): string =>
  price === null || price === undefined ? 'nothing' : formatMoney(price)

/** What two sides can agree on. */
export const termsOptions = {
  deliverBy: time('when it has to be delivered, such as 3d'),
  reviewHours: integer('how long the client may review', { min: 1, max: 720 }),
  maxRevisions: integer('how often changes may be asked for', { max: 20 }),
  onSilence: choice('what happens when the review window ends', ['accept', 'dispute', 'refund']),
}

interface TermsValues {
  readonly deliverBy: string | undefined
  readonly reviewHours: number | undefined
  readonly maxRevisions: number | undefined
  readonly onSilence: 'accept' | 'dispute' | 'refund' | undefined
}

/** Nothing when nothing of it was given. */
export function termsFrom({ deliverBy, reviewHours, maxRevisions, onSilence }: TermsValues) {
  const terms = given({ deliverBy, reviewHours, maxRevisions, onSilence })
  return Object.keys(terms).length === 0 ? undefined : terms
}

const pollMs = 250
const patienceMs = 60_000

/** Asks again until it is as wanted; what takes longer than a minute is left to go on by itself. */
export async function until<T>(
  { signal }: Session,
  read: () => Promise<T>,
  wanted: (value: T) => boolean,
): Promise<T> {
  const deadline = Date.now() + patienceMs
  for (;;) {
    const value = await read()
    if (wanted(value) || signal.aborted || Date.now() > deadline) return value
    await new Promise((resolve) => {
      setTimeout(resolve, pollMs)
    })
  }
}

/** In the sandbox a page for a person can be finished by a call; nowhere else, and never at another address. */
export async function finishPage({ url }: Session, page: string, payload: object): Promise<void> {
  if (!page.startsWith(`${url}/`)) {
    throw new Refused(
      'usage',
      'This marketplace moves real money, and test data do not work here.',
      `Open ${page} in a browser.`,
    )
  }
  const response = await fetch(`${page}/complete`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(payload),
  })
  if (!response.ok)
    throw new Refused('refused', `The page answered ${response.status}.`, `Open ${page} in a browser.`)
}
