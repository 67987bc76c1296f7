/** Invoices of all owners, for operators. */
import { invoiceKinds } from 'souk-contract'
import { command, type CommandGroup } from '../../../engine/command.ts'
import { omitUndefined } from '../../../engine/objects.ts'
import { argument, choice, text } from '../../../engine/params.ts'
import { page } from '../../../terminal/views.ts'
import { invoiceFields, invoiceLineFields, showInvoice } from '../../money/invoice-view.ts'
import { fetchPage, pageOptions } from '../../options/paging.ts'
import { asOperator } from '../admin-api.ts'

const invoice = argument('Invoice ID')
const exampleInvoice = 'fiv_01kd3v9m2hf3v8q6w1x5r7t0yz'

export const marketInvoices: CommandGroup = {
  name: 'invoices',
  summary: 'Show invoices and credit notes to all owners',
  commands: [
    command({
      name: 'list',
      summary: 'List invoices of all owners, newest first',
      operations: ['listMarketInvoices'],
      options: {
        owner: text('Only of this person or organization', 'id'),
        month: text('Only of this month, such as 2026-11', 'month'),
        kind: choice('Only of this kind', invoiceKinds),
        ...pageOptions,
      },
      example: 'souk admin invoices list --month 2026-11 --all',
      run: (context, { owner: ownerId, month, kind, ...pages }) =>
        asOperator(context, ({ moneyDesk }) =>
          fetchPage(moneyDesk.listMarketInvoices, omitUndefined({ ownerId, month, kind }), pages),
        ),
      render: page(invoiceFields, 'No invoices.'),
    }),
    command({
      name: 'show',
      summary: 'Show an invoice with the legal details of the marketplace',
      operations: ['getMarketInvoice'],
      args: { invoice },
      example: `souk admin invoices show ${exampleInvoice}`,
      run: (context, { invoice: invoiceId }) =>
        asOperator(context, ({ moneyDesk }) => moneyDesk.getMarketInvoice({ invoiceId })),
      render: showInvoice,
    }),
    command({
      name: 'lines',
      summary: 'List the fees of an invoice',
      operations: ['listMarketInvoiceLines'],
      args: { invoice },
      options: pageOptions,
      example: `souk admin invoices lines ${exampleInvoice} --all`,
      run: (context, { invoice: invoiceId, ...pages }) =>
        asOperator(context, ({ moneyDesk }) =>
          fetchPage(moneyDesk.listMarketInvoiceLines, { invoiceId }, pages),
        ),
      render: page(invoiceLineFields, 'No fees.'),
    }),
  ],
}
