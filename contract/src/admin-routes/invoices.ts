import { Type } from 'typebox'
import { operatorAccess } from '../operator-roles.ts'
import { closed, list, route } from '../route.ts'
import { optional, reference } from '../shapes/common.ts'
import { Invoice, invoiceKinds, InvoiceLine, invoiceMonth, invoiceReply } from '../shapes/money/invoice.ts'

const params = Type.Object({ invoiceId: reference('Invoice ID.') })
const example = { invoiceId: 'fiv_01kd3v9m2hf3v8q6w1x5r7t0yz' }

/** Invoices for fees; part of the `moneyDesk` group. */
export const invoiceRoutes = {
  listMarketInvoices: list({
    path: '/admin/invoices',
    surface: 'platform',
    auth: 'operator',
    operators: operatorAccess.inspect,
    query: Type.Object(
      {
        ownerId: optional(reference('User or organization ID.'), 'Only invoices of this owner.'),
        month: optional(invoiceMonth, 'Only invoices of this month.'),
        kind: optional(Type.Enum([...invoiceKinds]), 'Only documents of this kind.'),
      },
      closed,
    ),
    csv: true,
    item: Invoice,
    errors: [],
    summary: 'List invoices of all owners',
    description:
      'Returns the invoices and credit notes that the marketplace has issued for its fees, newest first. With `Accept: text/csv`, as CSV.',
    example: { query: { month: '2026-11' } },
  }),
  getMarketInvoice: route({
    method: 'GET',
    path: '/admin/invoices/{invoiceId}',
    surface: 'platform',
    auth: 'operator',
    operators: operatorAccess.inspect,
    params,
    reply: invoiceReply,
    errors: ['not-found'],
    summary: 'Retrieve an invoice of any owner',
    description: 'Returns an invoice or credit note with the legal details of the marketplace.',
    example: { params: example },
  }),
  listMarketInvoiceLines: list({
    path: '/admin/invoices/{invoiceId}/lines',
    surface: 'platform',
    auth: 'operator',
    operators: operatorAccess.inspect,
    params,
    csv: true,
    item: InvoiceLine,
    errors: ['not-found'],
    summary: 'List the fees of an invoice of any owner',
    description:
      'Returns one line for each fee, in the order in which they were charged. With `Accept: text/csv`, as CSV.',
    example: { params: example },
  }),
}
