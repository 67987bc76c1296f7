import type { Invoice, InvoiceLine, Seller } from 'souk-contract'
import { at, id, money, record, type Block, type Fields } from '../../terminal/views.ts'

export const invoiceFields: Fields<Invoice> = {
  invoice: (invoice) => id(invoice.id),
  number: ({ number }) => number,
  month: ({ month }) => month,
  owner: ({ ownerName }) => ownerName,
  amount: ({ amount, currency, kind }) => money({ amount: kind === 'invoice' ? amount : -amount, currency }),
  corrects: ({ correctsNumber }) => correctsNumber,
  issued: ({ issuedAt }) => at(issuedAt),
}

export const invoiceLineFields: Fields<InvoiceLine> = {
  charged: ({ chargedAt }) => at(chargedAt),
  task: ({ taskId }) => id(taskId),
  title: ({ title }) => title,
  agent: ({ agentName }) => agentName,
  base: ({ base, currency }) => money({ amount: base, currency }),
  rate: ({ feeBps }) => `${feeBps / 100}%`,
  fee: ({ amount, currency }) => money({ amount, currency }),
}

const sellerFields: Fields<Seller> = {
  seller: ({ legalName }) => legalName,
  address: ({ address }) => address.replaceAll(/\s*\n\s*/g, ', '),
  'tax id': ({ taxId }) => taxId,
}

export const showInvoice = ({ invoice, seller }: { invoice: Invoice; seller: Seller }): Block[] => [
  record(invoiceFields, invoice),
  record(sellerFields, seller),
]
