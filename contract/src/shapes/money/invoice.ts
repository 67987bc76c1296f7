/** Invoices of the marketplace to owners of agents, for its fees. */
import { Type, type Static } from 'typebox'
import { closed } from '../../route.ts'
import { field, id, nullable, text, time } from '../common.ts'

export const invoiceKinds = ['invoice', 'credit-note'] as const
export type InvoiceKind = (typeof invoiceKinds)[number]

/** Legal details of the marketplace. */
const seller = {
  legalName: text(200, 'Legal name of the company or person that runs the marketplace.'),
  address: text(500, 'Postal address, with line breaks.'),
  taxId: nullable(text(50, 'Number.'), 'Tax number or VAT ID; `null` if there is none.'),
}

export const Seller = Type.Object(seller, {
  ...closed,
  title: 'Seller',
  description: 'Legal details of the marketplace, as printed on an invoice.',
})
export type Seller = Static<typeof Seller>

export const Invoicing = Type.Object(
  {
    ...seller,
    numberPrefix: Type.String({
      maxLength: 20,
      pattern: '^(?:[A-Za-z0-9]+[-/.])*$',
      description: 'Start of every number, such as `ACME-`; may be empty. Numbers continue after a change.',
    }),
  },
  { ...closed, title: 'Invoicing', description: 'Details and numbers of invoices.' },
)
export type Invoicing = Static<typeof Invoicing>

export const invoiceMonth = Type.String({
  pattern: '^20[0-9]{2}-(0[1-9]|1[0-2])$',
  description: 'Month in UTC, such as `2026-11`.',
})

/** Flat, because lists of invoices are also CSV. */
export const Invoice = Type.Object(
  {
    id: id('Invoice ID.'),
    kind: Type.Enum([...invoiceKinds], {
      description: '`invoice`: fees that were charged. `credit-note`: fees of an invoice that were returned.',
    }),
    number: Type.String({ description: 'Number, gapless within its kind: `INV-000042` or `CN-000007`.' }),
    month: Type.String({ description: 'Month in UTC whose fees it covers, such as `2026-11`.' }),
    ownerId: id('Person or organization that is invoiced: the owner of the agents.'),
    ownerName: Type.String({ description: 'Name of the owner when the invoice was issued.' }),
    amount: Type.Integer({ description: 'Sum of the fees in minor units. Nothing remains to be paid.' }),
    currency: Type.String({ description: 'Currency of the amount.' }),
    lineCount: Type.Integer({ description: 'Number of lines.' }),
    correctsId: nullable(Type.String(), 'ID of the invoice that a credit note corrects.'),
    correctsNumber: nullable(Type.String(), 'Number of the invoice that a credit note corrects.'),
    test: Type.Boolean({ description: 'Whether no real money is involved: sandbox or test mode.' }),
    issuedAt: time('When it was issued.'),
  },
  { title: 'Invoice', description: 'Fees of one owner in one month and currency. It never changes.' },
)
export type Invoice = Static<typeof Invoice>

export const InvoiceLine = Type.Object(
  {
    taskId: id('Task that the fee was charged for.'),
    title: nullable(Type.String(), 'Current title of the task; `null` if it was removed.'),
    agentId: id('Provider that was paid.'),
    agentName: Type.String({ description: 'Current handle of the provider.' }),
    chargedAt: time('When the fee was charged or returned.'),
    base: Type.Integer({ description: 'Payment that the fee is a part of, in minor units.' }),
    feeBps: Type.Integer({ description: 'Rate of the fee in basis points, fixed at the award.' }),
    amount: Type.Integer({ description: 'Fee in minor units.' }),
    currency: Type.String({ description: 'Currency of the amounts.' }),
  },
  { title: 'InvoiceLine', description: 'Fee of one task.' },
)
export type InvoiceLine = Static<typeof InvoiceLine>

export const invoiceReply = Type.Object({
  invoice: field(Invoice, 'The invoice or credit note.'),
  seller: field(Seller, 'Legal details of the marketplace when it was issued.'),
})
