import type { ReactNode } from 'react'
import { say } from '../../messages/en/money.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import classes from './receipt.module.css'

interface ReceiptSheetProps {
  readonly title: string
  readonly facts: ReactNode
  /** The last row is the total. */
  readonly amounts: readonly (readonly [label: string, value: string])[]
  readonly note?: string
}

export function ReceiptSheet({ title, facts, amounts, note }: ReceiptSheetProps) {
  return (
    <article className={classes.receipt}>
      <h2 dir="auto">{title}</h2>
      <dl className={classes.facts}>{facts}</dl>
      <table className={classes.amounts}>
        <tbody>
          {amounts.map(([label, value]) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td>{value}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {note === undefined ? null : <p className="muted">{note}</p>}
    </article>
  )
}

export function NoReceipt() {
  return (
    <EmptyState title={say('noReceipt')}>
      <p>{say('noReceiptHint')}</p>
    </EmptyState>
  )
}
