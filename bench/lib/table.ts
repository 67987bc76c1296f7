import { reached, type Row, type Target } from '../scenario.ts'

/** Aligned columns: text to the left, numbers to the right. */
export function table(heading: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const all = [heading, ...rows]
  const widths = heading.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)))
  const isText = heading.map((_, column) => rows.some((row) => /^[A-Za-z]/.test(row[column] ?? '')))
  return all.map((row) =>
    row
      .map((cell, column) => {
        const width = widths[column] ?? 0
        return isText[column] === true ? cell.padEnd(width) : cell.padStart(width)
      })
      .join('  ')
      .trimEnd(),
  )
}

export function rowTable(rows: readonly Row[]): string[] {
  const heading = ['what', 'ours', 'unit', 'compared with', 'theirs', 'ratio', 'target', 'reached']
  const cells = rows.map((row) => [
    row.what,
    String(row.ours.median),
    row.unit,
    row.peer ?? '',
    row.theirs === undefined ? '' : String(row.theirs.median),
    row.peer === undefined ? '' : row.ratio.toFixed(2),
    shown(row.target),
    reached(row) ? 'yes' : 'NO',
  ])
  return table(heading, cells)
}

function shown(target: Target): string {
  return 'atLeast' in target ? `≥ ${target.atLeast}` : `≤ ${target.atMost}`
}
