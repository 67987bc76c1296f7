/** Legal details of invoices as the texts of a form, and back. Pure. */
import type { Policy } from 'souk-contract'

const names = ['legalName', 'sellerAddress', 'sellerTaxId', 'numberPrefix'] as const
export type InvoicingValues = Readonly<Record<(typeof names)[number], string>>

export function invoicingTexts({ invoicing }: Policy): InvoicingValues {
  return {
    legalName: invoicing?.legalName ?? '',
    sellerAddress: invoicing?.address ?? '',
    sellerTaxId: invoicing?.taxId ?? '',
    numberPrefix: invoicing?.numberPrefix ?? '',
  }
}

/** Without a legal name, no invoices are issued. */
export function invoicingOf(values: InvoicingValues): Pick<Policy, 'invoicing'> {
  const legalName = values.legalName.trim()
  if (legalName === '') return { invoicing: null }
  const taxId = values.sellerTaxId.trim()
  return {
    invoicing: {
      legalName,
      address: values.sellerAddress.trim(),
      taxId: taxId === '' ? null : taxId,
      numberPrefix: values.numberPrefix.trim(),
    },
  }
}

export function isNumberPrefix(text: string): boolean {
  return text.trim().length <= 20 && /^(?:[A-Za-z0-9]+[-/.])*$/.test(text.trim())
}
