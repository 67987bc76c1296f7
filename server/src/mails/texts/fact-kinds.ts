/** The only place that turns the facts of a mail into text for its reader. Pure. */
import type { Locale } from 'souk-contract'
import type { MailKind } from '../../db/tables/mail-tables.ts'
import { amountIn } from './amount-in.ts'
import { factWords } from './fact-words.ts'
import { quotedName } from './names.ts'
import { monthIn, timeIn } from './time-in.ts'

/** `text` is shown as it is: numbers, text of operators, and text that was made safe when it was written. */
type FactKind =
  | 'name'
  | 'time'
  | 'month'
  | 'amount'
  | 'text'
  | 'page'
  | 'role'
  | 'outcome'
  | 'verdict'
  | 'target'
  | 'planEnd'
  | 'document'

/** Variables that a mail gets from its facts. */
export const factKinds: Readonly<Record<MailKind, Readonly<Record<string, FactKind>>>> = {
  'verify-email': {},
  'reset-password': {},
  'password-changed': {},
  'password-reset': {
    sessions: 'text',
    mailLinks: 'text',
    linkCodes: 'text',
    agentKeys: 'text',
    apps: 'text',
    callbacks: 'text',
  },
  'email-changed': {},
  'moderation-decision': {
    verdict: 'verdict',
    outcome: 'outcome',
    target: 'target',
    until: 'time',
    reason: 'text',
    decision: 'text',
    appeal: 'page',
  },
  'export-ready': { until: 'time' },
  'debt-plan-agreed': { agent: 'name', amount: 'amount', count: 'text', due: 'time' },
  'debt-plan-ended': { agent: 'name', amount: 'amount', end: 'planEnd' },
  'invoice-issued': { document: 'document', number: 'text', month: 'month', owner: 'name', amount: 'amount' },
  'operator-role': { role: 'role' },
  'organization-invitation': { invitedBy: 'name', organization: 'name', role: 'role' },
  notification: {
    change: 'text',
    others: 'text',
    title: 'text',
    amount: 'text',
    nextStep: 'text',
    deadline: 'text',
    count: 'text',
  },
  digest: { count: 'text' },
}

interface Reader {
  readonly locale: Locale
  readonly timeZone: string
  readonly origin: string
}

export function factText(kind: FactKind, fact: string, reader: Reader): string {
  return fact === '' ? '' : written[kind](fact, reader)
}

const written: Readonly<Record<FactKind, (fact: string, reader: Reader) => string>> = {
  name: (name, { locale }) => quotedName(name, locale),
  time: (at, { locale, timeZone }) => timeIn(new Date(at), locale, timeZone),
  month: (month, { locale }) => monthIn(month, locale),
  amount: (sum, { locale }) => amountIn(sumIn(sum), locale),
  text: (text) => text,
  page: (path, { origin }) => `${origin}${path}`,
  role: (code, { locale }) => wordOf(factWords[locale].roles, code),
  outcome: (code, { locale }) => wordOf(factWords[locale].outcomes, code),
  verdict: (code, { locale }) => wordOf(factWords[locale].verdicts, code),
  target: (code, { locale }) => wordOf(factWords[locale].targets, code),
  planEnd: (code, { locale }) => wordOf(factWords[locale].planEnds, code),
  document: (code, { locale }) => wordOf(factWords[locale].documents, code),
}

/** A sum as a fact: `3000 USD` in minor units. */
export function sumFact({
  amount,
  currency,
}: {
  readonly amount: bigint
  readonly currency: string
}): string {
  return `${amount} ${currency}`
}

function sumIn(fact: string) {
  const [amount = '0', currency = ''] = fact.split(' ')
  return { amount: Number(amount), currency }
}

function wordOf(words: Readonly<Record<string, string>>, code: string): string {
  return words[code] ?? code
}
