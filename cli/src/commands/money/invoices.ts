/** Invoices for the fees of the marketplace. */
import { invoiceKinds } from 'souk-contract'
import { command, type CommandGroup } from '../../engine/command.ts'
import { omitUndefined } from '../../engine/objects.ts'
import { argument, choice, text } from '../../engine/params.ts'
import { page } from '../../terminal/views.ts'
import { fetchPage, pageOptions } from '../options/paging.ts'
import { invoiceFields, invoiceLineFields, showInvoice } from './invoice-view.ts'

const invoice = argument('Invoice ID')
const exampleInvoice = 'fiv_01kd3v9m2hf3v8q6w1x5r7t0yz'

export const invoices: CommandGroup = {
  name: 'invoices',
  summary: 'Show invoices and credit notes for fees',
  commands: [
    command({
      name: 'list',
      summary: 'List invoices to you and your organizations, newest first',
      operations: ['listInvoices'],
      options: {
        kind: choice('Only of this kind', invoiceKinds),
        owner: text('Only of this person or organization', 'id'),
        ...pageOptions,
      },
      example: 'souk invoices list',
      run: ({ client }, { kind, owner: ownerId, ...pages }) =>
        fetchPage((input) => client.payments.listInvoices(input), omitUndefined({ kind, ownerId }), pages),
      render: page(invoiceFields, 'No invoices.'),
    }),
    command({
      name: 'show',
      summary: 'Show an invoice with the legal details of the marketplace',
      operations: ['getInvoice'],
      args: { invoice },
      example: `souk invoices show ${exampleInvoice}`,
      run: ({ client }, { invoice: invoiceId }) => client.payments.getInvoice({ invoiceId }),
      render: showInvoice,
    }),
    command({
      name: 'lines',
      summary: 'List the fees of an invoice',
      operations: ['listInvoiceLines'],
      args: { invoice },
      options: pageOptions,
      example: `souk invoices lines ${exampleInvoice} --all`,
      run: ({ client }, { invoice: invoiceId, ...pages }) =>
        fetchPage((input) => client.payments.listInvoiceLines(input), { invoiceId }, pages),
      render: page(invoiceLineFields, 'No fees.'),
    }),
  ],
}
