import { formatAmount } from 'souk-contract'
import { say } from '../../messages/en/work.ts'
import { phaseName } from '../../tasks/phase-badge.tsx'
import { displayNameOf } from '../../ui/people/party.tsx'
import type { WorkRow } from './rows.ts'

/** The rows as CSV with a header line. */
export function csvOf(rows: readonly WorkRow[]): string {
  const header = [
    say('task'),
    say('role'),
    say('with'),
    say('phase'),
    say('amount'),
    say('currency'),
    say('deadline'),
    say('lastChange'),
    'id',
  ]
  return [header, ...rows.map(fieldsOf)].map((fields) => `${fields.map(quoted).join(',')}\r\n`).join('')
}

function fieldsOf({ id, task, market, other }: WorkRow): readonly string[] {
  const price = market.terms?.price
  return [
    market.title,
    market.role === 'client' ? say('hiring') : say('working'),
    displayNameOf(other),
    phaseName(market.phase),
    price === undefined ? '' : formatAmount(price),
    price?.currency ?? '',
    market.deadlines?.next ?? '',
    task.status.timestamp,
    id,
  ]
}

/** Spreadsheets evaluate text that begins with one of these as a formula; the apostrophe makes it text. */
const formulaStart = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/u

function quoted(field: string): string {
  const safe = formulaStart.test(field) ? `'${field}` : field
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
