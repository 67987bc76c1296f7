interface Piece {
  readonly text: string
  readonly kind: 'string' | 'word' | 'number' | undefined
}

/** Keys, strings, and numbers of JSON, shell commands and TypeScript. */
export function highlight(code: string): readonly Piece[] {
  const pieces: Piece[] = []
  let end = 0
  for (const match of code.matchAll(tokens)) {
    const [text] = match
    if (match.index > end) pieces.push({ text: code.slice(end, match.index), kind: undefined })
    const { key, quoted } = match.groups ?? {}
    pieces.push({ text, kind: key !== undefined ? 'word' : quoted !== undefined ? 'string' : 'number' })
    end = match.index + text.length
  }
  if (end < code.length) pieces.push({ text: code.slice(end), kind: undefined })
  return pieces
}

const tokens =
  /(?<key>"(?:[^"\\\n]|\\.)*"(?=\s*:))|(?<quoted>"(?:[^"\\\n]|\\.)*"|'(?:[^'\\]|\\.)*')|(?<number>\b(?:\d+|true|false|null)\b)/g
