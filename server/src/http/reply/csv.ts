import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Route } from 'souk-contract'

export function wantsCsv(request: FastifyRequest): boolean {
  return request.headers.accept?.includes('text/csv') === true
}

/** Sends a page as CSV. The cursor of the next page is in a header, and every page has the same columns. */
export function sendCsv(route: Route, reply: FastifyReply, result: unknown): FastifyReply {
  const page = typeof result === 'object' && result !== null ? { ...result } : {}
  const items = 'items' in page && Array.isArray(page.items) ? page.items : []
  if ('nextCursor' in page && typeof page.nextCursor === 'string')
    reply.header('x-next-cursor', page.nextCursor)
  return reply
    .type('text/csv; charset=utf-8')
    .serializer(String)
    .send(toCsv(items, columnsOf(route)))
}

/** Flat items as CSV with a header line. */
export function toCsv(
  items: readonly Readonly<Record<string, unknown>>[],
  columns: readonly string[],
): string {
  const lines = [columns, ...items.map((item) => columns.map((column) => item[column]))]
  return lines.map((line) => `${line.map(cell).join(',')}\r\n`).join('')
}

/** Fields of the items of a list, optional ones included. */
function columnsOf({ reply }: Route): readonly string[] {
  const path = ['properties', 'items', 'items', 'properties']
  let schema: unknown = reply
  for (const key of path)
    schema = typeof schema === 'object' && schema !== null ? Reflect.get(schema, key) : undefined
  return typeof schema === 'object' && schema !== null ? Object.keys(schema) : []
}

/** Prevents CSV injection: spreadsheets evaluate cells that start with one of these characters. */
const formula = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/u

function cell(value: unknown): string {
  if (typeof value === 'number') return String(value)
  const text =
    typeof value === 'string' ? value : value === null || value === undefined ? '' : JSON.stringify(value)
  const safe = formula.test(text) ? `'${text}` : text
  // Some locales separate cells by semicolons or tabs.
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
