/** Turns facts about a Stripe account into findings for the operator, each with its next step. Pure. */
import type { Stripe } from 'stripe'
import type { Finding } from 'souk-contract'
import type { InspectInput } from '../processor.ts'
import { stripeApiVersion } from './client.ts'
import { destinations, type Destination } from './destinations.ts'

/** A read that failed. */
export interface Refusal {
  readonly permission: string
  readonly resource: string
  readonly failed: 'forbidden' | 'refused' | 'unreachable'
  readonly words: string
}

export interface DestinationFacts {
  readonly url: string
  readonly payload: string
  readonly from: readonly string[]
  readonly events: readonly string[]
  readonly version: string | undefined
  readonly isEnabled: boolean
}

interface Known extends InspectInput {
  readonly key: string
  /** Number of configured signing secrets. */
  readonly secrets: number
}

export interface StripeFacts extends Known {
  readonly reachable: true
  /** Undefined if the key may not read it. */
  readonly account: Stripe.Account | undefined
  readonly balance: Stripe.Balance | undefined
  readonly refusals: readonly Refusal[]
  readonly destinations: readonly DestinationFacts[] | undefined
}

export function diagnoseStripe(facts: StripeFacts | (Known & { readonly reachable: false })): Finding[] {
  if (!facts.reachable) {
    return [
      checkKey(facts),
      wrong(
        'Stripe',
        'Stripe is unreachable.',
        'Allow outbound connections to api.stripe.com, then run this again.',
      ),
    ]
  }
  return [
    checkKey(facts),
    checkPermissions(facts),
    checkConnect(facts),
    checkAccount(facts),
    checkCurrency(facts),
    ...destinations.map((destination) => checkDestination(facts, destination)),
    checkSecrets(facts),
  ]
}

const ok = (name: string, detail: string): Finding => ({ name, state: 'ok', detail })
const warning = (name: string, detail: string, nextStep: string): Finding => ({
  name,
  state: 'warning',
  detail,
  nextStep,
})
const wrong = (name: string, detail: string, nextStep: string): Finding => ({
  name,
  state: 'error',
  detail,
  nextStep,
})

function checkKey({ key, production }: Known): Finding {
  const name = 'Stripe key'
  const isLive = /^(sk|rk)_live_/.test(key)
  if (isLive && !production) {
    return wrong(name, 'The key is live, but NODE_ENV is not production.', 'Set NODE_ENV=production.')
  }
  if (!isLive && production) {
    const detail = 'NODE_ENV is production, but the key is a test key.'
    return warning(name, detail, 'Set STRIPE_SECRET_KEY to a key that starts with rk_live_ when you go live.')
  }
  if (key.startsWith('sk_')) {
    const detail = 'The key is a secret key with full access to the account.'
    return warning(name, detail, 'Use a restricted key with the permissions of docs/payments.md.')
  }
  return ok(name, `A restricted key that moves ${isLive ? 'real' : 'test'} money.`)
}

function checkPermissions({ refusals }: StripeFacts): Finding {
  const name = 'Stripe permissions'
  const lacking = refusals.filter(({ failed }) => failed === 'forbidden')
  const [first] = lacking
  if (first === undefined)
    return ok(name, 'The key has all read permissions. Write permissions are not tested.')
  const detail = `The key lacks ${lacking.map(({ permission }) => permission).join(', ')}. Stripe says: ${first.words}`
  return wrong(name, detail, 'Add these permissions to the restricted key in the Stripe dashboard.')
}

function checkConnect({ refusals }: StripeFacts): Finding {
  const name = 'Stripe Connect'
  const refused = refusals.find(({ resource, failed }) => resource === 'Accounts' && failed !== 'forbidden')
  if (refused !== undefined) {
    const nextStep = 'Enable Connect in the Stripe dashboard, and complete the platform profile.'
    return wrong(name, `Payout accounts cannot be read. Stripe says: ${refused.words}`, nextStep)
  }
  const isUnknown = refusals.some(({ resource }) => resource === 'Accounts')
  if (isUnknown) return warning(name, 'The key may not read payout accounts.', 'Fix the permissions first.')
  return ok(name, 'Payout accounts can be read.')
}

function checkAccount({ account }: StripeFacts): Finding {
  const name = 'Stripe account'
  if (account === undefined) {
    const detail = 'The key may not read the account itself.'
    return warning(name, detail, 'Check in the Stripe dashboard that the account can charge cards.')
  }
  if (!account.charges_enabled) {
    const nextStep = 'Complete the profile of the account in the Stripe dashboard.'
    return wrong(name, 'The account may not charge cards.', nextStep)
  }
  if (!account.payouts_enabled) {
    const nextStep = 'Complete the profile and add a bank account in the Stripe dashboard.'
    return warning(name, 'The account may not pay out to its own bank.', nextStep)
  }
  return ok(name, 'The account may charge cards.')
}

function checkCurrency({ account, balance, currency }: StripeFacts): Finding {
  const name = 'Stripe currency'
  const settled = new Set(
    [account?.default_currency, ...(balance?.available ?? []).map((part) => part.currency)].flatMap((code) =>
      code === undefined ? [] : [code.toUpperCase()],
    ),
  )
  if (settled.size === 0) {
    return warning(name, 'The key may not read the balance.', 'Fix the permissions first.')
  }
  const all = [...settled].join(', ')
  if (settled.has(currency)) return ok(name, `The balance settles in ${all}.`)
  const nextStep = `Add a bank account in ${currency} in the Stripe dashboard, or set CURRENCY to ${all}.`
  return wrong(name, `The balance settles in ${all}, and CURRENCY is ${currency}.`, nextStep)
}

function checkDestination({ destinations: found, origin }: StripeFacts, expected: Destination): Finding {
  const name = `Stripe events: ${expected.name}`
  if (found === undefined) {
    return warning(name, 'The key may not read event destinations.', 'Fix the permissions first.')
  }
  const url = `${origin}${expected.path}`
  const destination = found.find((one) => one.url === url && one.payload === expected.payload)
  if (destination === undefined) {
    const other = found.some((one) => one.url === url)
    const detail = other
      ? `The event destination of ${url} does not send ${expected.payload} events.`
      : `No event destination sends to ${url}.`
    return wrong(name, detail, `Add one for ${expected.payload} events from "${expected.fromWords}".`)
  }
  const problem = problemOf(destination, expected)
  return problem === undefined
    ? ok(name, `${expected.events.length} kinds of events come to ${url}.`)
    : wrong(name, `${problem.detail} (${url})`, problem.nextStep)
}

function problemOf(
  destination: DestinationFacts,
  expected: Destination,
): { detail: string; nextStep: string } | undefined {
  if (!destination.isEnabled) {
    return { detail: 'The event destination is disabled.', nextStep: 'Enable it in the Stripe dashboard.' }
  }
  if (!destination.from.includes(expected.from)) {
    const nextStep = `Recreate it with events from "${expected.fromWords}"; Stripe cannot change this setting.`
    return { detail: `It sends no events from "${expected.fromWords}".`, nextStep }
  }
  const missing = expected.events.filter(
    (event) => !destination.events.includes(event) && !destination.events.includes('*'),
  )
  if (missing.length > 0)
    return { detail: `It does not send ${missing.join(', ')}.`, nextStep: 'Add these events.' }
  if (expected.payload === 'snapshot' && destination.version !== stripeApiVersion) {
    const detail = `Its events have the API version ${destination.version ?? 'of the account'}.`
    return { detail, nextStep: `Recreate it with the API version ${stripeApiVersion}.` }
  }
  return undefined
}

function checkSecrets({ secrets }: Known): Finding {
  const name = 'Stripe webhook secrets'
  const needed = destinations.length
  const detail = `${secrets} of ${needed} signing secrets are set.`
  if (secrets >= needed) return ok(name, detail)
  const nextStep =
    'Add the signing secret of each event destination to STRIPE_WEBHOOK_SECRETS, separated by commas.'
  return wrong(name, detail, nextStep)
}
