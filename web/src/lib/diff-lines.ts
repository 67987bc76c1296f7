/** Differences between two texts, line by line: the longest common subsequence, with some context around each change. */
interface DiffLine {
  readonly kind: 'same' | 'added' | 'removed'
  readonly text: string
}

/** Unchanged lines that are left out. */
interface Gap {
  readonly kind: 'gap'
  readonly count: number
}

const context = 2
/** Cells of the table of subsequences; the memory and time of a comparison. */
const cellsMax = 4_000_000

/** Undefined if the texts differ in too many lines to be compared. */
export function diffLines(before: string, after: string): (DiffLine | Gap)[] | undefined {
  const [left, right] = [before.split('\n'), after.split('\n')]
  const shorter = Math.min(left.length, right.length)
  let head = 0
  while (head < shorter && left[head] === right[head]) head++
  let tail = 0
  while (tail < shorter - head && left.at(-1 - tail) === right.at(-1 - tail)) tail++
  const [removed, added] = [left.slice(head, left.length - tail), right.slice(head, right.length - tail)]
  if (removed.length * added.length > cellsMax) return undefined
  return withGaps([
    ...left.slice(0, head).map(same),
    ...changes(removed, added),
    ...left.slice(left.length - tail).map(same),
  ])
}

const same = (text: string): DiffLine => ({ kind: 'same', text })

function changes(left: readonly string[], right: readonly string[]): DiffLine[] {
  const width = right.length + 1
  // Length of the longest common subsequence of the rest of both, from each pair of positions.
  const lengths = new Uint32Array((left.length + 1) * width)
  const at = (row: number, column: number) => lengths[row * width + column] ?? 0
  for (let row = left.length - 1; row >= 0; row--)
    for (let column = right.length - 1; column >= 0; column--)
      lengths[row * width + column] =
        left[row] === right[column]
          ? at(row + 1, column + 1) + 1
          : Math.max(at(row + 1, column), at(row, column + 1))
  const lines: DiffLine[] = []
  let [row, column] = [0, 0]
  while (row < left.length || column < right.length) {
    const [old, fresh] = [left[row], right[column]]
    if (old !== undefined && old === fresh) {
      lines.push(same(old))
      row++
      column++
    } else if (old !== undefined && (fresh === undefined || at(row + 1, column) >= at(row, column + 1))) {
      lines.push({ kind: 'removed', text: old })
      row++
    } else if (fresh !== undefined) {
      lines.push({ kind: 'added', text: fresh })
      column++
    }
  }
  return lines
}

function withGaps(lines: readonly DiffLine[]): (DiffLine | Gap)[] {
  const isNear = (index: number) =>
    lines.slice(Math.max(0, index - context), index + context + 1).some(({ kind }) => kind !== 'same')
  const shown: (DiffLine | Gap)[] = []
  for (const [index, line] of lines.entries()) {
    const last = shown.at(-1)
    if (isNear(index)) shown.push(line)
    else if (last?.kind === 'gap') shown[shown.length - 1] = { kind: 'gap', count: last.count + 1 }
    else shown.push({ kind: 'gap', count: 1 })
  }
  return shown
}
