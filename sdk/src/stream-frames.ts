/** Incremental parser for `text/event-stream`. */

/** One block of lines. A comment is a frame without fields. */
export interface Frame {
  readonly id?: string
  readonly event?: string
  readonly data?: string
  readonly retryMs?: number
}

/** Returns a function that takes chunks of text and returns the completed frames. */
export function createFrameReader(): (text: string) => Frame[] {
  let rest = ''
  let isReturnHeld = false
  let lines: string[] = []
  return (text) => {
    rest += text
    // Avoids rescanning a long line for every chunk of it: without a line break there is nothing to split.
    if (!isReturnHeld && !/[\r\n]/.test(text)) return []
    // A trailing carriage return can be the first half of CRLF, so it is held back.
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

/** A line without a colon is a field name; a line that starts with a colon is a comment. */
function fieldOf(line: string): { name: string; value: string } {
  const colon = line.indexOf(':')
  if (colon < 0) return { name: line, value: '' }
  const value = line.slice(colon + 1)
  return { name: line.slice(0, colon), value: value.startsWith(' ') ? value.slice(1) : value }
}
