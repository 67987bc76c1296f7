import type { FastifyReply, FastifyRequest } from 'fastify'

export function wantsCsv(request: FastifyRequest): boolean {
  return request.headers.accept?.includes('text/csv') === true
}

/** A page as a table; where there is more, a header says how to go on. */
export function sendCsv(reply: FastifyReply, answer: unknown): FastifyReply {
  const page = typeof answer === 'object' && answer !== null ? { ...answer } : {}
  const items = 'items' in page && Array.isArray(page.items) ? page.items : []
  if ('nextCursor' in page && typeof page.nextCursor === 'string')
    reply.header('x-next-cursor', page.nextCursor)
  return reply.type('text/csv; charset=utf-8').serializer(String).send(toCsv(items))
}

/** A page of flat items as a table for a spreadsheet: a line of names, then a line each. */
export function toCsv(items: readonly Record<string, unknown>[]): string {
  const columns = Object.keys(items[0] ?? {})
  const lines = [columns, ...items.map((item) => columns.map((column) => item[column]))]
  return lines.map((line) => `${line.map(cell).join(',')}\r\n`).join('')
}

/** Spreadsheets run what begins with one of these signs, and texts here may come from strangers. */
const formula = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/u

function cell(value: unknown): string {
  if (typeof value === 'number') return String(value)
  const text =
    typeof value === 'string' ? value : value === null || value === undefined ? '' : JSON.stringify(value)
  const safe = formula.test(text) ? `'${text}` : text
  // A semicolon or a tab separates cells in some languages.
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
