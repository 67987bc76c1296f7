/** Play money comes in by card, and some of it goes out to a bank. */
import { setTimeout as delay } from 'node:timers/promises'
import { minorUnits } from 'souk-sdk'
import type { Trader } from '../plan/people.ts'
import type { World } from '../plan/world.ts'
import { deskOf, type Market } from './market.ts'

/** With this test card money has settled at once, so that earnings can be paid out. */
const card = '4000000000000077'
const bank = 'sandbox_bank_ok'
/** What is left over when all work is paid for. */
const spareUnits = 250
const patienceMs = 60_000
const lookEveryMs = 250

/** Who needs how much, in minor units. */
export function needsOf({ listings, hires, visitors }: World, currency: string): Map<Trader, number> {
  const spare = minorUnits(spareUnits, currency)
  const needs = new Map<Trader, number>([[visitors.client, 4 * spare]])
  for (const { client, amount } of [...hires, ...listings.flatMap(({ work }) => work ?? [])]) {
    needs.set(client, (needs.get(client) ?? spare) + amount)
  }
  return needs
}

export async function payIn(market: Market, [trader, amount]: readonly [Trader, number]): Promise<void> {
  const { currency } = market
  const { session } = await deskOf(market, trader).payments.startTopUp({ amount, currency })
  await completePage(market, session.url, { card })
}

/** Payments arrive a moment later. */
export async function awaitMoney(market: Market, [trader, amount]: readonly [Trader, number]): Promise<void> {
  const { payments } = deskOf(market, trader)
  await until(
    market,
    `${trader.handle} has its money`,
    async () => (await payments.getBalance()).balance.available >= amount,
  )
}

export async function payOut(market: Market, trader: Trader): Promise<void> {
  const { payouts, payments } = deskOf(market, trader)
  const { session } = await payouts.startOnboarding()
  await completePage(market, session.url, { bank })
  const isActive = async () => (await payouts.getOnboarding()).onboarding.status === 'active'
  await until(market, `${trader.handle} can be paid out`, isActive)
  const { earnings } = (await payments.getBalance()).balance
  const { currency } = market
  const unit = minorUnits(1, currency)
  const half = Math.floor(earnings / 2 / unit) * unit
  if (half > 0) await payouts.requestPayout({ amount: half, currency })
}

/** Only pages of the sandbox are completed by a program, and only on the server that is being filled. */
async function completePage({ url }: Market, page: string, fields: Record<string, string>): Promise<void> {
  const { pathname } = new URL(page)
  if (!pathname.startsWith('/sandbox/')) {
    throw new Error(
      `${url} takes real payments, and the demo world needs play money.\nStart a server without STRIPE_SECRET_KEY and try again there.`,
    )
  }
  const response = await fetch(new URL(`${pathname}/complete`, url), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(fields),
  })
  if (!response.ok) throw new Error(`The sandbox did not take it: ${await response.text()}`)
}

async function until({ signal }: Market, what: string, isSo: () => Promise<boolean>): Promise<void> {
  for (let waitedMs = 0; waitedMs < patienceMs; waitedMs += lookEveryMs) {
    if (await isSo()) return
    await delay(lookEveryMs, undefined, { signal })
  }
  throw new Error(`Waited a minute, and it is still not so that ${what}.`)
}
