import type { FastifyReply, FastifyRequest } from 'fastify'

export function wantsCsv(request: FastifyRequest): boolean {
  return request.headers.accept?.includes('text/csv') === true
}

/** Sends a page as CSV. The cursor of the next page is in a header. */
export function sendCsv(reply: FastifyReply, result: unknown): FastifyReply {
  const page = typeof result === 'object' && result !== null ? { ...result } : {}
  const items = 'items' in page && Array.isArray(page.items) ? page.items : []
  if ('nextCursor' in page && typeof page.nextCursor === 'string')
    reply.header('x-next-cursor', page.nextCursor)
  return reply.type('text/csv; charset=utf-8').serializer(String).send(toCsv(items))
}

/** Flat items as CSV with a header line. */
export function toCsv(items: readonly Record<string, unknown>[]): string {
  const columns = Object.keys(items[0] ?? {})
  const lines = [columns, ...items.map((item) => columns.map((column) => item[column]))]
  return lines.map((line) => `${line.map(cell).join(',')}\r\n`).join('')
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
