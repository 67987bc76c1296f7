import type { InvoiceKind } from 'souk-contract'
import type { Tx } from '../../db/transact.ts'
import { enqueueMails } from '../../mails/enqueue-mail.ts'
import { sumFact } from '../../mails/texts/fact-kinds.ts'
import { invoiceReaders } from './queries.ts'

/** Far below the number of parameters that a statement can have. */
const batchSize = 500

/** Mails the people who can read each of these invoices; `lastNumber` is the one before the first. */
export async function mailInvoices(
  tx: Tx,
  issued: { readonly kind: InvoiceKind; readonly lastNumber: bigint },
): Promise<void> {
  const mails = (await invoiceReaders(tx, issued)).map(({ email, id, label, month, owner_name, ...sum }) => ({
    kind: 'invoice-issued' as const,
    to: email,
    facts: {
      document: issued.kind,
      number: label,
      month,
      owner: owner_name,
      amount: sumFact({ amount: BigInt(sum.amount), currency: sum.currency }),
      href: `/money/invoices/${id}`,
    },
  }))
  for (let start = 0; start < mails.length; start += batchSize) {
    await enqueueMails(tx, mails.slice(start, start + batchSize))
  }
}
