import type { CaseDetails, Money } from 'souk-contract'
import { formatMoney } from '../../lib/format/format-money.ts'
import { sentenceCase } from '../../lib/format/sentence-case.ts'
import { say } from '../../messages/en/operator-cases.ts'
import { UserText } from '../../ui/content/user-text.tsx'
import { textField } from '../text-field.ts'
import classes from './case.module.css'

const fieldNames: Readonly<Record<string, string>> = {
  agent: say('agent'),
  handle: say('handle'),
  displayName: say('name'),
  title: say('title'),
  description: say('description'),
  text: say('text'),
  tags: say('tags'),
  skills: say('skills'),
  status: say('state'),
  parts: say('message'),
  messages: say('messages'),
  terms: say('terms'),
  score: say('score'),
  phase: say('phase'),
  price: say('price'),
  deliverBy: say('deliverBy'),
  reviewHours: say('reviewHours'),
  maxRevisions: say('maxRevisions'),
  disputeDays: say('disputeDays'),
  offerHours: say('offerHours'),
  onSilence: say('onSilence'),
}

/** The subject as it was when the case was opened, as plain text: it is untrusted. */
export function SnapshotView({ snapshot }: Pick<CaseDetails, 'snapshot'>) {
  const fields = Object.entries(snapshot).filter(([, value]) => !isEmpty(value))
  return (
    <dl className={classes.fields}>
      {fields.map(([name, value]) => (
        <SnapshotField key={name} name={labelOf(name)} value={value} />
      ))}
    </dl>
  )
}

const labelOf = (name: string) => fieldNames[name] ?? sentenceCase(name)

function isEmpty(value: unknown): boolean {
  return value === null || value === '' || (Array.isArray(value) && value.length === 0)
}

function SnapshotField({ name, value }: { name: string; value: unknown }) {
  const text = textIn(value)
  return (
    <>
      <dt>{name}</dt>
      <dd>{text === undefined ? <pre>{JSON.stringify(value, null, 2)}</pre> : <UserText text={text} />}</dd>
    </>
  )
}

/** Readable text of a value: of message parts and of messages, their texts; of terms, a line for each. */
function textIn(value: unknown): string | undefined {
  if (typeof value === 'string' || typeof value === 'number') return String(value)
  const money = moneyIn(value)
  if (money !== undefined) return formatMoney(money)
  if (!Array.isArray(value)) return typeof value === 'object' && value !== null ? linesOf(value) : undefined
  const lines = value.map(lineOf)
  return lines.every((line) => line !== undefined) ? lines.join(isWords(value) ? ', ' : '\n\n') : undefined
}

function moneyIn(value: unknown): Money | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const amount: unknown = Reflect.get(value, 'amount')
  const currency = textField(value, 'currency') ?? ''
  return typeof amount === 'number' && /^[A-Z]{3}$/.test(currency) ? { amount, currency } : undefined
}

function linesOf(value: object): string | undefined {
  const lines = Object.entries(value).map(([name, inner]) => {
    const text = textIn(inner)
    return text === undefined ? undefined : `${labelOf(name)}: ${text}`
  })
  return lines.every((line) => line !== undefined) ? lines.join('\n') : undefined
}

const isWords = (values: readonly unknown[]) => values.every((value) => typeof value === 'string')

function lineOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value
  if (typeof value !== 'object' || value === null) return undefined
  const text = textField(value, 'text')
  const filename = textField(value, 'filename')
  if (text !== undefined) return text
  if (filename !== undefined) return say('fileNamed', { filename })
  const by = textField(value, 'by')
  const inner = textIn(Reflect.get(value, 'parts'))
  return inner === undefined || by === undefined ? (inner ?? textField(value, 'name')) : `${by}: ${inner}`
}
