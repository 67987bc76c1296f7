/** Trusted HTML: written in a template or escaped. */
export class Markup {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

export type Content = Markup | string | number | undefined | readonly Content[]

/** Template tag that escapes all values except markup. */
export function html(parts: TemplateStringsArray, ...values: readonly Content[]): Markup {
  return new Markup(parts.map((part, index) => part + textOf(values[index])).join(''))
}

/** Escaped text in which backticks mark code. */
export function prose(sentence: string): Content {
  return sentence.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part))
}

function textOf(value: Content): string {
  if (value === undefined) return ''
  if (value instanceof Markup) return value.text
  if (typeof value === 'object') return value.map(textOf).join('')
  return escape(String(value))
}

/** Escapes text for element content and attribute values. */
export function escape(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => entities.get(character) ?? character)
}

const entities = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ["'", '&#39;'],
])
