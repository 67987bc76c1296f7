/** Legal details of invoices, which are part of the policy. */
import type { Invoicing } from 'souk-contract'
import { command } from '../../../engine/command.ts'
import { CliError } from '../../../engine/errors.ts'
import { prose, required, text } from '../../../engine/params.ts'
import { line, record, type Fields } from '../../../terminal/views.ts'
import { asOperator } from '../admin-api.ts'

const fields: Fields<Invoicing> = {
  'legal name': ({ legalName }) => legalName,
  address: ({ address }) => address.replaceAll(/\s*\n\s*/g, ', '),
  'tax id': ({ taxId }) => taxId,
  'number prefix': ({ numberPrefix }) => numberPrefix,
}

export const setInvoicing = command({
  name: 'invoicing',
  summary: 'Set the legal details of invoices for fees, which starts to issue them',
  description:
    'Omitted options keep their values. The first time, --legal-name and --address are required. An empty --legal-name ends invoicing.',
  operations: ['getPolicy', 'updatePolicy'],
  options: {
    legalName: text('Legal name of the operator of the marketplace'),
    address: prose('Postal address; \\n starts a new line, @file reads a file'),
    taxId: text('Tax number or VAT ID; empty: none'),
    prefix: text('Start of every number, such as ACME-'),
    reason: required(prose('Why the policy changes')),
  },
  confirm: () => 'Change the details of invoices?',
  example:
    'souk admin policy invoicing --legal-name "Acme GmbH" --address "Main Street 1, Berlin" --reason Launch --yes',
  run: (context, { reason, ...options }) =>
    asOperator(context, async ({ policy }) => {
      const { version: expectedVersion, policy: current } = await policy.getPolicy()
      const invoicing = invoicingOf(current.invoicing, options)
      return policy.updatePolicy({ invoicing, expectedVersion, reason })
    }),
  render: ({ policy: { invoicing } }) => [
    invoicing === null ? line('No invoices are issued.') : record(fields, invoicing),
  ],
})

interface Options {
  readonly legalName: string | undefined
  readonly address: string | undefined
  readonly taxId: string | undefined
  readonly prefix: string | undefined
}

function invoicingOf(before: Invoicing | null, options: Options): Invoicing | null {
  const { legalName = before?.legalName, address = before?.address, taxId, prefix } = options
  if (legalName === '') return null
  if (legalName === undefined || address === undefined) {
    throw new CliError(
      'usage',
      'Invoices need a legal name and an address.',
      'Add --legal-name and --address.',
    )
  }
  return {
    legalName,
    address: address.replaceAll('\\n', '\n'),
    taxId: taxId === undefined ? (before?.taxId ?? null) : taxId === '' ? null : taxId,
    numberPrefix: prefix ?? before?.numberPrefix ?? '',
  }
}
