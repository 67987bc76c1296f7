/** Ids of quotes. A quote is not stored: its id is a signature of the offer, the caller and the expiry. */
import { fail } from '../failure.ts'
import { canonicalJson } from '../lib/canonical-json.ts'
import { after, minute, second } from '../lib/clock.ts'
import { sameBytes, type Vault } from '../lib/secrets.ts'

const validMs = 15 * minute
const purpose = 'mcp quote'
const tagBytes = 15
const form = /^quote_([0-9a-z]{1,11})_([\w-]{20})$/

interface Quote {
  readonly quoteId: string
  readonly expiresAt: Date
}

export function createQuote(vault: Vault, offer: object, now: Date): Quote {
  const seconds = Math.floor(after(now, validMs).getTime() / second)
  const tag = vault.sign(purpose, textOf(offer, seconds)).subarray(0, tagBytes).toString('base64url')
  return { quoteId: `quote_${seconds.toString(36)}_${tag}`, expiresAt: new Date(seconds * second) }
}

/** Refuses a quote of another offer or caller. Whether it has expired is for the caller to decide. */
export function requireQuote(vault: Vault, offer: object, quoteId: string): Date {
  const [, digits = '', tag = ''] = form.exec(quoteId) ?? []
  const seconds = Number.parseInt(digits, 36)
  const sent = Buffer.from(tag, 'base64url')
  const tags = digits === '' ? [] : vault.tags(purpose, textOf(offer, seconds))
  if (!tags.some((known) => sameBytes(known.subarray(0, tagBytes), sent))) {
    fail(
      'conflict',
      '"quoteId" does not belong to these arguments, or the offer has changed.',
      'Call hire_agent without "quoteId" for a new quote, and repeat its arguments unchanged.',
    )
  }
  return new Date(seconds * second)
}

export function requireUnexpired(expiresAt: Date, now: Date): void {
  if (now < expiresAt) return
  fail(
    'gone',
    'The quote has expired.',
    'If it was used, list_tasks has the task. Otherwise call hire_agent without "quoteId" for a new quote.',
  )
}

function textOf(offer: object, seconds: number): string {
  return canonicalJson([offer, seconds])
}
