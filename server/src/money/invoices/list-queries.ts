import { sql, type Selectable } from 'kysely'
import type { InvoiceKind } from 'souk-contract'
import type { Schema } from '../../db/schema.ts'
import type { Reader } from '../../db/transact.ts'
import { isId, type Id } from '../../lib/ids.ts'
import type { PageRequest } from '../../operation.ts'
import { idBefore } from '../../paging.ts'
import { readsInvoices } from './queries.ts'

export interface InvoiceRow extends Selectable<Schema['invoices']> {
  readonly corrects_label: string | null
}

export interface LineRow extends Selectable<Schema['invoice_lines']> {
  readonly title: string | null
  readonly handle: string
  readonly currency: string
}

const shown = (reader: Reader) =>
  reader
    .selectFrom('invoices')
    .leftJoin('invoices as corrected', 'corrected.id', 'invoices.corrects_id')
    .selectAll('invoices')
    .select('corrected.label as corrects_label')
    .where('invoices.book', '=', reader.settings.book)

/** Invoices to the person, and to organizations whose wallets the person can use. */
const visibleTo = (userId: Id<'usr'>) => sql<boolean>`(invoices.owner_id = ${userId} or invoices.owner_id in (
  select organization_id from members where user_id = ${userId} and ${readsInvoices}))`

interface InvoiceFilter {
  readonly ownerId: string | undefined
  readonly kind: InvoiceKind | undefined
  readonly month?: string | undefined
  readonly page: PageRequest
}

/** All invoices, newest first. */
export async function invoicesBefore(reader: Reader, filter: InvoiceFilter): Promise<InvoiceRow[]> {
  return filtered(reader, filter).execute()
}

export async function invoicesOf(
  reader: Reader,
  userId: Id<'usr'>,
  filter: InvoiceFilter,
): Promise<InvoiceRow[]> {
  return filtered(reader, filter).where(visibleTo(userId)).execute()
}

const filtered = (reader: Reader, { ownerId, kind, month, page }: InvoiceFilter) =>
  shown(reader)
    .$if(ownerId !== undefined, (query) => query.where(sql`invoices.owner_id`, '=', ownerId))
    .$if(kind !== undefined, (query) => query.where(sql`invoices.kind`, '=', kind))
    .$if(month !== undefined, (query) => query.where(sql`invoices.month`, '=', month))
    .where('invoices.id', '<', idBefore('fiv', page))
    .orderBy('invoices.id', 'desc')
    .limit(page.limit + 1)

export async function findInvoice(reader: Reader, id: string): Promise<InvoiceRow | undefined> {
  return isId('fiv', id) ? shown(reader).where('invoices.id', '=', id).executeTakeFirst() : undefined
}

export async function findInvoiceOf(
  reader: Reader,
  userId: Id<'usr'>,
  id: string,
): Promise<InvoiceRow | undefined> {
  if (!isId('fiv', id)) return undefined
  return shown(reader).where('invoices.id', '=', id).where(visibleTo(userId)).executeTakeFirst()
}

/** Lines of an invoice that was authorized before, oldest first. */
export async function linesAfter(
  reader: Reader,
  { id, currency }: InvoiceRow,
  { after, limit }: PageRequest,
): Promise<LineRow[]> {
  const [posting = 0, leg = 0] = after ?? []
  const { rows } = await sql<LineRow>`
    select l.*, ${currency}::text as currency, g.handle,
      (select k.title from tasks k where k.id = l.task_id and k.contents_removed_at is null) as title
    from invoice_lines l join agents g on g.id = l.agent_id
    where l.invoice_id = ${id} and (l.posting_id, l.leg) > (${posting}::bigint, ${leg}::integer)
    order by l.posting_id, l.leg limit ${limit + 1}`.execute(reader)
  return rows
}
