/**
 * The only place that turns search input into a tsquery. Words are normalized like `plain_words` in the database;
 * everything but letters, digits and their marks only separates words, so no input can break a query.
 */

const termsMax = 20
const lettersMax = 40
const cjkMax = 20

/** Chinese and Japanese characters, which have no word boundaries: each is a separate word, matched in sequence. */
const cjk =
  '\\u3005\\u3041-\\u3096\\u309d-\\u309f\\u30a1-\\u30fa\\u30fc-\\u30ff\\u3400-\\u4dbf\\u4e00-\\u9fff\\uf900-\\ufaff\\u{20000}-\\u{3ffff}'
const wordOrCjkRun = new RegExp(`[${cjk}]+|(?:(?![${cjk}])[\\p{L}\\p{N}\\p{M}])+`, 'gu')
const startsWithCjk = new RegExp(`^[${cjk}]`, 'u')

/** Search terms: words, and runs of such characters separated by spaces. */
export function searchTerms(q: string): string[] {
  const plain = q
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036F]+/g, '')
    .normalize('NFKC')
  const terms = [...plain.matchAll(wordOrCjkRun)].map(([found]) =>
    startsWithCjk.test(found)
      ? [...found].slice(0, cjkMax).join(' ')
      : [...found].slice(0, lettersMax).join(''),
  )
  return [...new Set(terms)].slice(0, termsMax)
}

/** A term with its spelling corrections. */
export interface QueryTerm {
  readonly term: string
  readonly corrections: readonly string[]
}

export interface QueryForm {
  /** `prefix` also matches prefixes, `corrected` also spelling corrections. */
  readonly as: 'exact' | 'prefix' | 'corrected'
  /** Only in the name (A), or in name and labels (AB). */
  readonly within?: 'A' | 'AB'
  /** Any term suffices. */
  readonly any?: boolean
}

export function textQuery(terms: readonly QueryTerm[], { as, within, any = false }: QueryForm): string {
  const label = `:${as === 'exact' ? '' : '*'}${within ?? ''}`
  const operand = (word: string) => `'${word}'${label === ':' ? '' : label}`
  return terms
    .map(({ term, corrections }) => [term, ...(as === 'corrected' ? corrections : [])])
    .map((words) => `(${words.map(operand).join(' | ')})`)
    .join(any ? ' | ' : ' & ')
}

/** Prefix query of every typed word. */
export function prefixQuery(q: string): string {
  return textQuery(
    searchTerms(q).map((term) => ({ term, corrections: [] })),
    { as: 'prefix' },
  )
}
