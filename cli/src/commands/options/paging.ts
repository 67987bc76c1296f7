import { iterate, type Page, type TokenPage } from 'souk-sdk'
import { CliError } from '../../engine/errors.ts'
import { omitUndefined } from '../../engine/objects.ts'
import { flag, integer, text } from '../../engine/params.ts'

/** Options of every list command. */
export const pageOptions = {
  limit: integer('Items per page', { min: 1, max: 100 }),
  cursor: text('Start at this cursor, printed with the previous page', 'cursor'),
  all: flag('Fetch all pages'),
}

interface PageValues {
  readonly limit: number | undefined
  readonly cursor: string | undefined
  readonly all: boolean
}

/** Bounds the memory that --all takes. */
const itemsMax = 10_000

/** Fetches one page, or with --all every page as one. */
export async function fetchPage<I extends object, T>(
  list: (input: I & { limit?: number; cursor?: string }) => Promise<Page<T>>,
  input: I,
  { limit, cursor, all }: PageValues,
): Promise<Page<T>> {
  const first = { ...input, ...omitUndefined({ limit: all ? 100 : limit, cursor }) }
  if (!all) return list(first)
  const items: T[] = []
  for await (const item of iterate<typeof first, Page<T>>(list, first)) {
    items.push(item)
    checkCount(items.length)
  }
  return { items, nextCursor: null }
}

/** The same for A2A lists, whose items are in a field of their own name. */
export async function fetchTokenPage<
  I extends object,
  const K extends string,
  P extends TokenPage & Readonly<Record<K, readonly unknown[]>>,
>(
  list: (input: I & { pageToken?: string }) => Promise<P>,
  input: I,
  { items: field, cursor, all }: { items: K; cursor: string | undefined; all: boolean },
): Promise<P> {
  let page = await list({ ...input, ...omitUndefined({ pageToken: cursor }) })
  const items: unknown[] = [...page[field]]
  if (!all) return page
  while (page.nextPageToken !== '') {
    page = await list({ ...input, pageToken: page.nextPageToken })
    items.push(...page[field])
    checkCount(items.length)
  }
  return { ...page, [field]: items }
}

function checkCount(count: number): void {
  if (count < itemsMax) return
  const hint = 'Add filters, or omit --all and read page by page with --cursor.'
  throw new CliError('usage', `--all returns at most ${itemsMax} items.`, hint)
}
