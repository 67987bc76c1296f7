import type { ReactNode } from 'react'
import { api, useRead } from '../../../api.ts'
import { say } from '../../../messages/en/money.ts'
import { BrandMark } from '../../../shell/logo.tsx'
import { EmptyState } from '../../../ui/page/empty-state.tsx'
import printed from '../../../ui/styles/printed-sheet.module.css'
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
    <article className={printed.sheet}>
      <Issuer />
      <h2 dir="auto">{title}</h2>
      <dl className={printed.facts}>{facts}</dl>
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

/** The marketplace that issues the receipt, and how to reach it. */
function Issuer() {
  const { data: market } = useRead(api.market.getMarket, {})
  const contacts = [market?.supportEmail, market?.legalUrl].filter((contact) => typeof contact === 'string')
  return (
    <header className={classes.issuer}>
      <BrandMark />
      {contacts.map((contact) => (
        <span key={contact} className={classes.contact}>
          {contact}
        </span>
      ))}
    </header>
  )
}

export function NoReceipt() {
  return (
    <EmptyState title={say('noReceipt')}>
      <p>{say('noReceiptHint')}</p>
    </EmptyState>
  )
}
