/** Texts of strangers on a terminal: what could move its cursor or hide itself is left out, and widths are counted. */

/** Control characters, and those that are invisible or turn the direction of the text around. */
const unseen = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\u2028\u2029\u115F\u1160\u3164\uFFA0]/gu
const lineEnds = /\r\n?|[\u0085\u2028\u2029]/g

/** On one line. */
export function clean(text: string): string {
  return text.replaceAll(/\s+/gu, ' ').replaceAll(unseen, '').trim()
}

/** With its lines as they are. */
export function cleanLines(text: string): string[] {
  return text
    .replaceAll(lineEnds, '\n')
    .split('\n')
    .map((line) => line.replaceAll('\t', '    ').replaceAll(unseen, '').trimEnd())
}

const marks = /^\p{M}$/u
const wide =
  /^[\u1100-\u115F\u2E80-\u303E\u3041-\uA4CF\uA960-\uA97F\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF01-\uFF60\uFFE0-\uFFE6]$|\p{Emoji_Presentation}/u

export function widthOf(text: string): number {
  let width = 0
  for (const character of text) width += marks.test(character) ? 0 : wide.test(character) ? 2 : 1
  return width
}

/** Cut to a width, with a sign that something is missing. */
export function cut(text: string, width: number): string {
  if (widthOf(text) <= width) return text
  let kept = ''
  let used = 0
  for (const character of text) {
    used += widthOf(character)
    if (used > width - 1) break
    kept += character
  }
  return `${kept.trimEnd()}…`
}
