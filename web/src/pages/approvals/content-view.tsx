import { FileText } from 'lucide-react'
import { formatMoney } from '../../lib/format/format-money.ts'
import { formatDeadline } from '../../lib/format/format-time.ts'
import { say } from '../../messages/en/approvals.ts'
import classes from './approvals.module.css'
import type { RequestContent, RequestTerms } from './request.ts'

/** Text that others will read and obligations of the agent, as added lines. */
export function Content({ content }: { content: RequestContent }) {
  const { title, texts, files, terms } = content
  const facts = factsOf(terms)
  if (title === undefined && texts.length === 0 && files.length === 0 && facts.length === 0) return null
  return (
    <div className={classes.added} aria-label={say('willBeSent')} role="group">
      {title === undefined ? null : (
        <ins dir="auto">
          <strong>{title}</strong>
        </ins>
      )}
      {texts.map((text, index) => (
        <ins key={index} dir="auto">
          {text}
        </ins>
      ))}
      {files.map((file) => (
        <ins key={file} dir="auto">
          <FileText size={14} strokeWidth={1.75} aria-hidden="true" /> {file}
        </ins>
      ))}
      {facts.map(([name, value]) => (
        <ins key={name} dir="auto">
          {name}: {value}
        </ins>
      ))}
    </div>
  )
}

function factsOf({ price, budget, deliverBy, maxRevisions, tags }: RequestTerms) {
  const facts: readonly (readonly [name: string, value: string | undefined])[] = [
    [say('price'), price === undefined ? undefined : formatMoney(price)],
    [say('budget'), budget === undefined ? undefined : formatMoney(budget)],
    [say('deliveryDue'), deliverBy === undefined ? undefined : formatDeadline(deliverBy)],
    [say('revisions'), maxRevisions === undefined ? undefined : String(maxRevisions)],
    [say('tags'), tags.length === 0 ? undefined : tags.join(', ')],
  ]
  return facts.flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]))
}
