import { iterate, type Page } from 'souk-sdk'
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
    if (items.length >= itemsMax) {
      const hint = 'Add filters, or omit --all and read page by page with --cursor.'
      throw new CliError('usage', `--all returns at most ${itemsMax} items.`, hint)
    }
  }
  return { items, nextCursor: null }
}
