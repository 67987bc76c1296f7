/** Renders blocks as text, for a terminal or for a pipe. Pure. */
import { formatMoney } from 'souk-contract'
import { formatRelativeTime } from './relative-time.ts'
import { sanitize, sanitizeLines, truncate, widthOf } from './sanitize.ts'
import type { Block, Cell } from './views.ts'

export interface RenderOptions {
  /** Columns of the terminal; undefined without one, and nothing is truncated. */
  readonly width: number | undefined
  readonly color: boolean
  readonly now: Date
}

export function render(blocks: readonly Block[], options: RenderOptions): string {
  return blocks.map((block) => `${linesOf(block, options).join('\n')}\n`).join('')
}

function linesOf(block: Block, options: RenderOptions): readonly string[] {
  switch (block.kind) {
    case 'table':
      return tableLines(block, options)
    case 'record':
      return recordLines(block.fields, options)
    case 'prose':
      return sanitizeLines(block.text).map((text) => `  ${text}`)
    case 'line':
      return sanitizeLines(block.text)
  }
}

const gap = 2
const minColumnWidth = 8

/** Truncates columns to fit the terminal. If that is not enough, drops the last columns and marks the header with `…`. */
function tableLines({ headers, rows }: Table, options: RenderOptions): string[] {
  const texts = rows.map((row) => row.map((cell) => textOf(cell, options)))
  const natural = headers.map((header, column) =>
    Math.max(widthOf(header), ...texts.map((row) => widthOf(row[column] ?? ''))),
  )
  const fixed = headers.map((_header, column) => rows.some((row) => isFixed(row[column])))
  const widths = fitColumns(natural, fixed, options.width)
  const alignRight = headers.map((_header, column) => rows.every((row) => isNumeric(row[column])))
  const formatRow = (cells: readonly string[], style: (text: string, column: number) => string) =>
    widths
      .map((width, column) => {
        const shown = truncate(cells[column] ?? '', width)
        const padding = ' '.repeat(Math.max(0, width - widthOf(shown)))
        return alignRight[column] === true ? padding + style(shown, column) : style(shown, column) + padding
      })
      .join(' '.repeat(gap))
      .trimEnd()
  const titles = headers.map((header) => header.toUpperCase())
  const isComplete = widths.length === headers.length
  return [
    formatRow(titles, (text) => paint(text, 'dim', options)) + (isComplete ? '' : ' …'),
    ...texts.map((row, index) =>
      formatRow(row, (text, column) => paint(text, toneOf(rows[index]?.[column]), options)),
    ),
  ]
}

type Table = Extract<Block, { kind: 'table' }>

/** Narrows the widest truncatable column until the table fits; drops the last column if none can be narrowed. */
function fitColumns(
  natural: readonly number[],
  fixed: readonly boolean[],
  width: number | undefined,
): number[] {
  const widths = [...natural]
  if (width === undefined) return widths
  // The mark for dropped columns takes two columns.
  const total = () =>
    widths.reduce((sum, next) => sum + next, gap * (widths.length - 1)) +
    (widths.length < natural.length ? 2 : 0)
  while (total() > width && widths.length > 1) {
    const candidates = widths.map((size, column) => (fixed[column] === true ? 0 : size))
    const widest = candidates.indexOf(Math.max(...candidates))
    const size = candidates[widest] ?? 0
    if (size > minColumnWidth) widths[widest] = size - 1
    else widths.splice(0, widths.length, ...natural.slice(0, widths.length - 1))
  }
  return widths
}

function recordLines(fields: readonly (readonly [string, Cell])[], options: RenderOptions): string[] {
  const shown = fields.filter(([, cell]) => cell !== undefined && cell !== null && cell !== '')
  const width = Math.max(0, ...shown.map(([label]) => widthOf(label)))
  return shown.map(
    ([label, cell]) =>
      `${paint(label, 'dim', options)}${' '.repeat(width - widthOf(label) + gap)}${paint(recordTextOf(cell, options), toneOf(cell), options)}`,
  )
}

/** Records show timestamps in full, besides the relative time. */
function recordTextOf(cell: Cell, options: RenderOptions): string {
  if (typeof cell !== 'object' || cell === null || !('at' in cell)) return textOf(cell, options)
  const timestamp = sanitize(cell.at)
    .replace('T', ' ')
    .replace(/(:\d{2})\.\d+Z$/, '$1 UTC')
  return `${formatRelativeTime(cell.at, options.now)} (${timestamp})`
}

function textOf(cell: Cell, { now }: RenderOptions): string {
  if (cell === null || cell === undefined) return '-'
  if (typeof cell === 'boolean') return cell ? 'yes' : 'no'
  if (typeof cell !== 'object') return sanitize(String(cell))
  if ('money' in cell) return formatMoney(cell.money)
  if ('at' in cell) return formatRelativeTime(sanitize(cell.at), now)
  return 'id' in cell ? sanitize(cell.id) : sanitize(cell.label ?? cell.state.replaceAll('_', ' '))
}

function isFixed(cell: Cell): boolean {
  return typeof cell === 'object' && cell !== null && ('id' in cell || 'money' in cell)
}

function isNumeric(cell: Cell): boolean {
  return (
    cell === null ||
    cell === undefined ||
    typeof cell === 'number' ||
    (typeof cell === 'object' && 'money' in cell)
  )
}

type Tone = 'good' | 'bad' | 'pending' | 'dim'
const colorCodes: Readonly<Record<Tone, string>> = { good: '32', bad: '31', pending: '33', dim: '2' }

/** Color of a state by what it means to the reader; other states have none. */
const tones: Readonly<Record<string, Tone>> = Object.fromEntries([
  ...'ok active completed paid succeeded accepted approved done connected open public ready'
    .split(' ')
    .map((word) => [word, 'good'] as const),
  ...'wrong failed rejected exhausted blocked disabled disputed denied returned restricted needs_attention'
    .split(' ')
    .map((word) => [word, 'bad'] as const),
  ...'warning pending requested applied delivered input_required auth_required in_transit sending draft processing'
    .split(' ')
    .map((word) => [word, 'pending'] as const),
  ...'canceled expired withdrawn declined removed private filled none'
    .split(' ')
    .map((word) => [word, 'dim'] as const),
])

function toneOf(cell: Cell): Tone | undefined {
  if (cell === null || cell === undefined) return 'dim'
  return typeof cell === 'object' && 'state' in cell ? tones[cell.state] : undefined
}

export function paint(text: string, tone: Tone | undefined, { color }: Pick<RenderOptions, 'color'>): string {
  return color && tone !== undefined ? `\u001B[${colorCodes[tone]}m${text}\u001B[0m` : text
}
