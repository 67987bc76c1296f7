/** Removes the syntax of Markdown from one line, for places that show plain text. Pure. */
export function withoutMarkdown(line: string): string {
  if (!syntaxCharacters.test(line)) return line.trimStart()
  if (structure.test(line)) return ''
  const [content, escaped] = withoutEscapes(line.replace(prefixes, ''))
  const text = inline.reduce((rest, [syntax, replacement]) => rest.replaceAll(syntax, replacement), content)
  return text.replaceAll(placeholder, () => escaped.shift() ?? '')
}

/** Characters that can be syntax. Most lines have none, and each expression below takes a microsecond. */
const syntaxCharacters = /[-*_=~`#>+<[\]\\\d\uE000]/

/** A rule, the underline of a heading, a code fence, or signs of emphasis without text. */
const structure = /^\s*([-*_=~`#>+]\s*)+$|^\s*(```|~~~)/

/** Quotes, list items, tasks and headings. */
const prefixes = /^\s*(>\s*)*([-*+]\s+|\d{1,9}[.)]\s+)?(\[[ xX]\]\s+)?(#{1,6}\s+)?/

/** Each expression is linear: no two neighbors match the same character. */
const inline: readonly (readonly [RegExp, string])[] = [
  [/!?\[([^[\]]*)\]\([^()\s]*\)/g, '$1'],
  [/<(https?:\/\/[^<>\s]+)>/g, '$1'],
  [/\s#+\s*$/g, ''],
  [/(?<!\w)(\*{1,3}|_{1,3}|~~)(?=\S)/g, ''],
  [/(?<=\S)(\*{1,3}|_{1,3}|~~)(?!\w)/g, ''],
  [/`+/g, ''],
]

/** Escaped characters stay unchanged; a private-use character is their placeholder. */
const placeholder = '\uE000'

function withoutEscapes(text: string): [text: string, escaped: string[]] {
  const escaped: string[] = []
  const rest = text.replaceAll(placeholder, '').replaceAll(/\\([!-/:-@[-`{-~])/g, (_, sign: string) => {
    escaped.push(sign)
    return placeholder
  })
  return [rest, escaped]
}
