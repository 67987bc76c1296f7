/** The part of a text around the first searched word, cut into plain and marked pieces. */
interface Piece {
  readonly text: string
  readonly isMarked: boolean
}

const before = 30
const lengthMax = 160

export function excerptOf(text: string, searched: string): Piece[] {
  const words = [...plain(searched).matchAll(/[\p{L}\p{N}]+/gu)].map(([word]) => word)
  const marks = marksIn(text, words)
  const first = marks[0]?.start ?? 0
  const start = first <= before ? 0 : first - before
  const end = Math.min(text.length, start + lengthMax)
  const pieces: Piece[] = []
  let position = start
  for (const mark of marks.filter((each) => each.start >= start && each.end <= end)) {
    if (mark.start < position) continue
    pieces.push({ text: text.slice(position, mark.start), isMarked: false })
    pieces.push({ text: text.slice(mark.start, mark.end), isMarked: true })
    position = mark.end
  }
  pieces.push({ text: text.slice(position, end), isMarked: false })
  if (start > 0) pieces.unshift({ text: '…', isMarked: false })
  if (end < text.length) pieces.push({ text: '…', isMarked: false })
  return pieces.filter((piece) => piece.text !== '')
}

/** Words that begin with a searched word; the search ignores case and accents. */
function marksIn(text: string, words: readonly string[]): { start: number; end: number }[] {
  return [...text.matchAll(/[\p{L}\p{N}\p{M}]+/gu)]
    .filter(([word]) => words.some((searched) => plain(word).startsWith(searched)))
    .map((match) => ({ start: match.index, end: match.index + match[0].length }))
}

function plain(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036F]+/g, '')
    .toLowerCase()
}
