/**
 * The only place that reads what a person types into a search field and writes it as a text query of PostgreSQL. The
 * words are plain in the same sense as those of `plain_words` in the database; everything that is not a letter, a digit
 * or a mark on one only separates them, so no text can break a query.
 */

const termsMax = 20
const lettersMax = 40
const signsMax = 20

/** Signs of Chinese and Japanese, which do not part their words: each counts as a word, and its neighbours matter. */
const sign =
  '\\u3005\\u3041-\\u3096\\u309d-\\u309f\\u30a1-\\u30fa\\u30fc-\\u30ff\\u3400-\\u4dbf\\u4e00-\\u9fff\\uf900-\\ufaff\\u{20000}-\\u{3ffff}'
const wordOrSigns = new RegExp(`[${sign}]+|(?:(?![${sign}])[\\p{L}\\p{N}\\p{M}])+`, 'gu')
const ofSigns = new RegExp(`^[${sign}]`, 'u')

/** What is looked for: words, and runs of signs with spaces between them. */
export function searchTerms(q: string): string[] {
  const plain = q
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036F]+/g, '')
    .normalize('NFKC')
  const terms = [...plain.matchAll(wordOrSigns)].map(([found]) =>
    ofSigns.test(found) ? [...found].slice(0, signsMax).join(' ') : [...found].slice(0, lettersMax).join(''),
  )
  return [...new Set(terms)].slice(0, termsMax)
}

/** A term with the words it may have been meant to be. */
export interface QueryTerm {
  readonly term: string
  readonly corrections: readonly string[]
}

export interface QueryForm {
  /** `begun` also finds words that begin so, `corrected` also what a misspelt word may mean. */
  readonly as: 'whole' | 'begun' | 'corrected'
  /** Only in the name (A), or in name and labels (AB). */
  readonly within?: 'A' | 'AB'
  /** One term is enough. */
  readonly any?: boolean
}

export function textQuery(terms: readonly QueryTerm[], { as, within, any = false }: QueryForm): string {
  const label = `:${as === 'whole' ? '' : '*'}${within ?? ''}`
  const operand = (word: string) => `'${word}'${label === ':' ? '' : label}`
  return terms
    .map(({ term, corrections }) => [term, ...(as === 'corrected' ? corrections : [])])
    .map((words) => `(${words.map(operand).join(' | ')})`)
    .join(any ? ' | ' : ' & ')
}

/** Each word also by its beginning, as it was typed. */
export function prefixQuery(q: string): string {
  return textQuery(
    searchTerms(q).map((found) => ({ term: found, corrections: [] })),
    { as: 'begun' },
  )
}
