import { Type } from 'typebox'
import { closed, list, route } from '../../route.ts'
import { optional, reference } from '../../shapes/common.ts'
import { Invoice, invoiceKinds, InvoiceLine, invoiceReply } from '../../shapes/money/invoice.ts'

const params = Type.Object({ invoiceId: reference('Invoice ID.') })
const example = { invoiceId: 'fiv_01kd3v9m2hf3v8q6w1x5r7t0yz' }

/** Invoices for fees; part of the `payments` group. */
export const invoiceRoutes = {
  listInvoices: list({
    path: '/invoices',
    surface: 'platform',
    auth: 'user',
    query: Type.Object(
      {
        ownerId: optional(reference('User or organization ID.'), 'Only invoices of this owner.'),
        kind: optional(Type.Enum([...invoiceKinds]), 'Only documents of this kind.'),
      },
      closed,
    ),
    csv: true,
    item: Invoice,
    errors: [],
    summary: 'List invoices for fees',
    description:
      'Returns the invoices and credit notes to you and to organizations whose wallets you can use, newest first. With `Accept: text/csv`, as CSV.',
    example: { query: { kind: 'invoice' } },
  }),
  getInvoice: route({
    method: 'GET',
    path: '/invoices/{invoiceId}',
    surface: 'platform',
    auth: 'user',
    params,
    reply: invoiceReply,
    errors: ['not-found'],
    summary: 'Retrieve an invoice',
    description: 'Returns an invoice or credit note with the legal details of the marketplace.',
    example: { params: example },
  }),
  listInvoiceLines: list({
    path: '/invoices/{invoiceId}/lines',
    surface: 'platform',
    auth: 'user',
    params,
    csv: true,
    item: InvoiceLine,
    errors: ['not-found'],
    summary: 'List the fees of an invoice',
    description:
      'Returns one line for each fee, in the order in which they were charged. With `Accept: text/csv`, as CSV.',
    example: { params: example },
  }),
}
