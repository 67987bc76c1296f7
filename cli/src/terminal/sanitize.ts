/** Makes text of other users safe to print on a terminal, and measures its width. */

/** Control characters, invisible characters and those that reverse the direction of text. */
const unsafe = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\u2028\u2029\u115F\u1160\u3164\uFFA0]/gu
const lineBreaks = /\r\n?|[\u0085\u2028\u2029]/g

/** Sanitizes text and puts it on one line. */
export function sanitize(text: string): string {
  return text.replaceAll(/\s+/gu, ' ').replaceAll(unsafe, '').trim()
}

/** Sanitizes text and keeps its line breaks. */
export function sanitizeLines(text: string): string[] {
  return text
    .replaceAll(lineBreaks, '\n')
    .split('\n')
    .map((line) => line.replaceAll('\t', '    ').replaceAll(unsafe, '').trimEnd())
}

const combining = /^\p{M}$/u
const wide =
  /^[\u1100-\u115F\u2E80-\u303E\u3041-\uA4CF\uA960-\uA97F\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF01-\uFF60\uFFE0-\uFFE6]$|\p{Emoji_Presentation}/u

/** Counts terminal columns: two for a wide character, none for a combining mark. */
export function widthOf(text: string): number {
  let width = 0
  for (const character of text) width += combining.test(character) ? 0 : wide.test(character) ? 2 : 1
  return width
}

/** Truncates text to a width, with an ellipsis. */
export function truncate(text: string, width: number): string {
  if (widthOf(text) <= width) return text
  let prefix = ''
  let used = 0
  for (const character of text) {
    used += widthOf(character)
    if (used > width - 1) break
    prefix += character
  }
  return `${prefix.trimEnd()}…`
}
