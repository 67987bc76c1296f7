import { useEffect } from 'react'
import type { Invoice, InvoiceLine, Seller } from 'souk-contract'
import { formatFee } from '../lib/format/format-fee.ts'
import { formatMoney } from '../lib/format/format-money.ts'
import { formatDateTime, formatDay } from '../lib/format/format-time.ts'
import { say } from '../messages/en/invoices.ts'
import { Skeleton } from '../ui/page/skeleton.tsx'
import printed from '../ui/styles/printed-sheet.module.css'
import classes from './invoice-sheet.module.css'
import { formatMonth, formatTotal, kindNames } from './labels.ts'

interface Pages {
  readonly items: readonly InvoiceLine[] | undefined
  readonly hasNextPage: boolean
  readonly isFetchingNextPage: boolean
  fetchNextPage(): unknown
}

interface InvoiceSheetProps {
  readonly invoice: Invoice
  readonly seller: Seller
  readonly lines: Pages
}

/** An invoice or credit note as it is printed. All its lines are loaded, because a page of them cannot be. */
export function InvoiceSheet({ invoice, seller, lines }: InvoiceSheetProps) {
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = lines
  useEffect(() => {
    if (hasNextPage && !isFetchingNextPage) fetchNextPage()
  }, [hasNextPage, isFetchingNextPage, fetchNextPage])
  const isComplete = lines.items !== undefined && !hasNextPage
  return (
    <article className={printed.sheet} aria-busy={!isComplete}>
      {invoice.test ? <p className={classes.test}>{say('testInvoice')}</p> : null}
      <header className={classes.head}>
        <h2>{say('titleWithNumber', { kind: kindNames[invoice.kind], number: invoice.number })}</h2>
        <address dir="auto">
          <strong>{seller.legalName}</strong>
          <span className={classes.address}>{seller.address}</span>
          {seller.taxId === null ? null : <span>{say('taxId', { id: seller.taxId })}</span>}
        </address>
      </header>
      <Facts invoice={invoice} />
      {lines.items === undefined ? <Skeleton lines={4} /> : <Lines lines={lines.items} invoice={invoice} />}
      <p className="muted">{invoice.kind === 'invoice' ? say('alreadyPaid') : say('alreadyReturned')}</p>
      <p className="muted">{say('noVat')}</p>
    </article>
  )
}

function Facts({ invoice }: { invoice: Invoice }) {
  return (
    <dl className={printed.facts}>
      <dt>{say('billedTo')}</dt>
      <dd dir="auto">{invoice.ownerName}</dd>
      <dt>{say('customerId')}</dt>
      <dd>{invoice.ownerId}</dd>
      <dt>{say('period')}</dt>
      <dd>{formatMonth(invoice.month)}</dd>
      <dt>{say('issued')}</dt>
      <dd>{formatDateTime(invoice.issuedAt)}</dd>
      {invoice.correctsNumber === null ? null : (
        <>
          <dt>{say('corrects')}</dt>
          <dd>{invoice.correctsNumber}</dd>
        </>
      )}
    </dl>
  )
}

function Lines({ lines, invoice }: { lines: readonly InvoiceLine[]; invoice: Invoice }) {
  const format = (amount: number) => formatMoney({ amount, currency: invoice.currency })
  return (
    <table className={classes.lines}>
      <caption className="visually-hidden">{say('fees')}</caption>
      <thead>
        <tr>
          <th scope="col">{say('date')}</th>
          <th scope="col">{say('task')}</th>
          <th scope="col">{say('base')}</th>
          <th scope="col">{say('rate')}</th>
          <th scope="col">{say('fee')}</th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={`${line.taskId} ${line.chargedAt} ${line.amount}`}>
            <td>{formatDay(line.chargedAt)}</td>
            <td>
              <span dir="auto">{line.title ?? line.taskId}</span>
              <small>
                @{line.agentName} · {line.taskId}
              </small>
            </td>
            <td>{format(line.base)}</td>
            <td>{formatFee(line.feeBps)}</td>
            <td>{format(line.amount)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row" colSpan={4}>
            {say('total')}
          </th>
          <td>{formatTotal(invoice)}</td>
        </tr>
      </tfoot>
    </table>
  )
}
