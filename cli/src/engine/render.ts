/** Blocks as text for one terminal, or for none. Pure. */
import { formatMoney } from 'souk-contract'
import { clean, cleanLines, cut, widthOf } from './clean.ts'
import { relative } from './times.ts'
import type { Block, Cell } from './views.ts'

export interface Look {
  /** Columns of the terminal; undefined where there is none, and nothing is cut. */
  readonly width: number | undefined
  readonly colour: boolean
  readonly now: Date
}

export function render(blocks: readonly Block[], look: Look): string {
  return blocks.map((block) => `${linesOf(block, look).join('\n')}\n`).join('')
}

function linesOf(block: Block, look: Look): readonly string[] {
  switch (block.kind) {
    case 'table':
      return tableLines(block, look)
    case 'record':
      return recordLines(block.fields, look)
    case 'prose':
      return cleanLines(block.text).map((text) => `  ${text}`)
    case 'line':
      return cleanLines(block.text)
  }
}

const gap = 2
const narrowest = 8

/** Columns are cut to fit a terminal; when that does not do, the last ones are left out, and the head says so. */
function tableLines({ heads, rows }: Table, look: Look): string[] {
  const texts = rows.map((row) => row.map((cell) => textOf(cell, look)))
  const natural = heads.map((head, column) =>
    Math.max(widthOf(head), ...texts.map((row) => widthOf(row[column] ?? ''))),
  )
  const fixed = heads.map((_head, column) => rows.some((row) => isFixed(row[column])))
  const widths = fitted(natural, fixed, look.width)
  const right = heads.map((_head, column) => rows.every((row) => isAmount(row[column])))
  const lineOf = (cells: readonly string[], paint: (text: string, column: number) => string) =>
    widths
      .map((width, column) => {
        const shown = cut(cells[column] ?? '', width)
        const fill = ' '.repeat(Math.max(0, width - widthOf(shown)))
        return right[column] === true ? fill + paint(shown, column) : paint(shown, column) + fill
      })
      .join(' '.repeat(gap))
      .trimEnd()
  const titles = heads.map((head) => head.toUpperCase())
  const isWhole = widths.length === heads.length
  return [
    lineOf(titles, (text) => tinted(text, 'dim', look)) + (isWhole ? '' : ' …'),
    ...texts.map((row, index) =>
      lineOf(row, (text, column) => tinted(text, toneOf(rows[index]?.[column]), look)),
    ),
  ]
}

type Table = Extract<Block, { kind: 'table' }>

/** Takes from the widest column that may be cut until the table fits, and as a last resort the last column. */
function fitted(natural: readonly number[], fixed: readonly boolean[], width: number | undefined): number[] {
  const widths = [...natural]
  if (width === undefined) return widths
  // The sign for what is left out needs room, too.
  const total = () =>
    widths.reduce((sum, next) => sum + next, gap * (widths.length - 1)) +
    (widths.length < natural.length ? 2 : 0)
  while (total() > width && widths.length > 1) {
    const candidates = widths.map((size, column) => (fixed[column] === true ? 0 : size))
    const widest = candidates.indexOf(Math.max(...candidates))
    const size = candidates[widest] ?? 0
    if (size > narrowest) widths[widest] = size - 1
    else widths.splice(0, widths.length, ...natural.slice(0, widths.length - 1))
  }
  return widths
}

function recordLines(fields: readonly (readonly [string, Cell])[], look: Look): string[] {
  const shown = fields.filter(([, cell]) => cell !== undefined && cell !== null && cell !== '')
  const width = Math.max(0, ...shown.map(([label]) => widthOf(label)))
  return shown.map(
    ([label, cell]) =>
      `${tinted(label, 'dim', look)}${' '.repeat(width - widthOf(label) + gap)}${tinted(fullTextOf(cell, look), toneOf(cell), look)}`,
  )
}

/** A record has room for the moment itself. */
function fullTextOf(cell: Cell, look: Look): string {
  if (typeof cell !== 'object' || cell === null || !('at' in cell)) return textOf(cell, look)
  const moment = clean(cell.at)
    .replace('T', ' ')
    .replace(/(:\d{2})\.\d+Z$/, '$1 UTC')
  return `${relative(cell.at, look.now)} (${moment})`
}

function textOf(cell: Cell, { now }: Look): string {
  if (cell === null || cell === undefined) return '-'
  if (typeof cell === 'boolean') return cell ? 'yes' : 'no'
  if (typeof cell !== 'object') return clean(String(cell))
  if ('money' in cell) return formatMoney(cell.money)
  if ('at' in cell) return relative(clean(cell.at), now)
  return 'id' in cell ? clean(cell.id) : clean(cell.shown ?? cell.state.replaceAll('_', ' '))
}

function isFixed(cell: Cell): boolean {
  return typeof cell === 'object' && cell !== null && ('id' in cell || 'money' in cell)
}

function isAmount(cell: Cell): boolean {
  return (
    cell === null ||
    cell === undefined ||
    typeof cell === 'number' ||
    (typeof cell === 'object' && 'money' in cell)
  )
}

type Tone = 'good' | 'bad' | 'wait' | 'dim'
const sequences: Readonly<Record<Tone, string>> = { good: '32', bad: '31', wait: '33', dim: '2' }

/** The states of the service by what they mean to whoever reads them; any other word stays as it is. */
const tones: Readonly<Record<string, Tone>> = Object.fromEntries([
  ...'ok active completed paid succeeded accepted approved done connected open public ready'
    .split(' ')
    .map((word) => [word, 'good'] as const),
  ...'wrong failed rejected exhausted blocked disabled disputed denied returned restricted needs_attention'
    .split(' ')
    .map((word) => [word, 'bad'] as const),
  ...'warning pending requested applied delivered input_required auth_required in_transit sending draft processing'
    .split(' ')
    .map((word) => [word, 'wait'] as const),
  ...'canceled cancelled expired withdrawn declined removed private filled none'
    .split(' ')
    .map((word) => [word, 'dim'] as const),
])

function toneOf(cell: Cell): Tone | undefined {
  if (cell === null || cell === undefined) return 'dim'
  return typeof cell === 'object' && 'state' in cell ? tones[cell.state] : undefined
}

export function tinted(text: string, tone: Tone | undefined, { colour }: Pick<Look, 'colour'>): string {
  return colour && tone !== undefined ? `\u001B[${sequences[tone]}m${text}\u001B[0m` : text
}
