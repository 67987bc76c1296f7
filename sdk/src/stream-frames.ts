/** Reads `text/event-stream`: text in pieces of any size becomes frames, each once and whole. */

/** What stands between two empty lines; a comment is a frame without anything. */
export interface Frame {
  readonly id?: string
  readonly event?: string
  readonly data?: string
  readonly retryMs?: number
}

/** A function that is given the text as it comes; a frame that has not ended is kept for the next piece. */
export function createFrameReader(): (text: string) => Frame[] {
  let rest = ''
  let isReturnHeld = false
  let lines: string[] = []
  return (text) => {
    rest += text
    // A long line comes in many pieces, and is looked through only once.
    if (!isReturnHeld && !/[\r\n]/.test(text)) return []
    // The last carriage return may be half of a line end, so it waits.
    isReturnHeld = text === '' ? isReturnHeld : text.endsWith('\r')
    const parts = rest.split(/\r\n|\n|\r(?!$)/)
    rest = parts.pop() ?? ''
    const frames: Frame[] = []
    for (const line of parts) {
      if (line !== '') lines.push(line)
      else if (lines.length > 0) {
        frames.push(frameOf(lines))
        lines = []
      }
    }
    return frames
  }
}

function frameOf(lines: readonly string[]): Frame {
  const fields = lines.map(fieldOf)
  const last = (name: string) => fields.findLast((field) => field.name === name)?.value
  const data = fields.filter(({ name }) => name === 'data').map(({ value }) => value)
  const id = last('id')
  const event = last('event')
  const retry = last('retry')
  return {
    ...(id === undefined || id.includes('\0') ? {} : { id }),
    ...(event === undefined || event === '' ? {} : { event }),
    ...(data.length === 0 ? {} : { data: data.join('\n') }),
    ...(retry === undefined || !/^\d+$/.test(retry) ? {} : { retryMs: Number(retry) }),
  }
}

/** A line without a colon is a name alone; one that begins with a colon has no name, and is a comment. */
function fieldOf(line: string): { name: string; value: string } {
  const colon = line.indexOf(':')
  if (colon < 0) return { name: line, value: '' }
  const value = line.slice(colon + 1)
  return { name: line.slice(0, colon), value: value.startsWith(' ') ? value.slice(1) : value }
}
