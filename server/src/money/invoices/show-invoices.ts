import type { AdminContract, Contract } from 'souk-contract'
import { found } from '../../failure.ts'
import { read, type Handlers, type PageRequest } from '../../operation.ts'
import { pageOf } from '../../paging.ts'
import type { Reader } from '../../db/transact.ts'
import {
  findInvoice,
  findInvoiceOf,
  invoicesBefore,
  invoicesOf,
  linesAfter,
  type InvoiceRow,
} from './list-queries.ts'
import { viewInvoice, viewInvoiceLine } from './view.ts'

type OwnReads = 'listInvoices' | 'getInvoice' | 'listInvoiceLines'

/** Invoices that a person can see: their own, and those of organizations whose wallets they can use. */
export const ownInvoices: Pick<Handlers<Contract['payments']>, OwnReads> = {
  listInvoices: read(async (reader, { userId }, { ownerId, kind, page }) =>
    pageOf(await invoicesOf(reader, userId, { ownerId, kind, page }), page, viewInvoice, ({ id }) => [id]),
  ),
  getInvoice: read(async (reader, { userId }, { invoiceId }) =>
    viewWithSeller(found(await findInvoiceOf(reader, userId, invoiceId), 'invoice')),
  ),
  listInvoiceLines: read(async (reader, { userId }, { invoiceId, page }) =>
    pageOfLines(reader, found(await findInvoiceOf(reader, userId, invoiceId), 'invoice'), page),
  ),
}

type MarketReads = 'listMarketInvoices' | 'getMarketInvoice' | 'listMarketInvoiceLines'

/** All invoices, for operators. */
export const marketInvoices: Pick<Handlers<AdminContract['moneyDesk']>, MarketReads> = {
  listMarketInvoices: read(async (reader, _caller, { ownerId, kind, month, page }) =>
    pageOf(await invoicesBefore(reader, { ownerId, kind, month, page }), page, viewInvoice, ({ id }) => [id]),
  ),
  getMarketInvoice: read(async (reader, _caller, { invoiceId }) =>
    viewWithSeller(found(await findInvoice(reader, invoiceId), 'invoice')),
  ),
  listMarketInvoiceLines: read(async (reader, _caller, { invoiceId, page }) =>
    pageOfLines(reader, found(await findInvoice(reader, invoiceId), 'invoice'), page),
  ),
}

const viewWithSeller = (row: InvoiceRow) => ({ invoice: viewInvoice(row), seller: row.seller })

async function pageOfLines(reader: Reader, invoice: InvoiceRow, page: PageRequest) {
  const rows = await linesAfter(reader, invoice, page)
  return pageOf(rows, page, viewInvoiceLine, (row) => [Number(row.posting_id), row.leg])
}
