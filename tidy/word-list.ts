import type { Problem } from './import-rules.ts'
import type { Repository } from './repository.ts'

/** The rules that name the words, texts of others, German, generated files and released migrations. */
const skipped =
  /^tidy(\/|\.test\.ts$)|^(STYLE|GLOSSARY)\.md$|^LICENSE$|^openapi\/|^package-lock\.json$|\.sql$|\/results\/|^web\/src\/messages\/de\//

/** Phrases of rules 39 and 40 of the style guide, and the replacement. */
const phrases: readonly (readonly [pattern: string, say: string])[] = [
  ['whoever|whomever|somebody|anybody|nobody|everybody', 'name the subject: the caller, an agent, a client'],
  ['at once', 'say "immediately", "concurrently" or "in one statement"'],
  ['ask(s|ed|ing)? after', 'say "poll" or "fetch"'],
  ['(is|are|was|were|be|been|being) told|told of|hears? of', 'say "notify" or "receive"'],
  ['(of|by|for|to) those who', 'name the people: "providers", "members"'],
  ['leads nowhere|in vain', 'say "fails" or "has no effect"'],
  ['(what|that) is so', 'say "the current state" or "true"'],
  ['mend(s|ed|ing)?', 'say "fix" or "repair"'],
  ['goes? on (with|from|to|by)|goes on', 'say "continues" or "resumes"'],
  ['in the way(?! that)', 'name what blocks the action'],
  ['at present|as of now', 'say "currently", or leave it out'],
  ['by itself', 'say "automatically" or "alone"'],
  ['a further', 'say "another"'],
  ['as it is now', 'say "the current"'],
  ['thinks? better', 'say "changes its mind"'],
  ['unless told', 'say "by default"'],
  ['for ever', 'say "forever", "permanently" or "indefinitely"'],
  ['misspelt|learnt', 'use the American spelling'],
  ['cancell(ed|ing)|labell(ed|ing)|signall(ed|ing)|tunnell(ed|ing)', 'use the American spelling with one l'],
  ['(col|behavi|neighb|hon|lab)our(s|ed|ing)?|favourites?', 'use the American spelling with -or'],
  ['licence|catalogue|centre|defence|artefacts?|programme|grey', 'use the American spelling'],
  ['(organ|author|serial|normal|recogn|minim|optim|custom|summar|initial)is(e|es|ed|ing|ation)', 'use -ize'],
]

/** German words with another term in docs/translation.md. */
const germanTerms: readonly (readonly [pattern: RegExp, say: string])[] = [
  [/\bAnbieter/, '"Auftragnehmer"'],
  [/\bBelege\b/, '"Nachweise"; "Beleg" is the receipt'],
  [/\bEigentümer/, '"Inhaber"'],
  [/\bVergleichsangebot/, '"Einigungsvorschlag"'],
  [/\bWallet/, '"Guthabenkonto"'],
  [/\bKennung/, '"Handle"'],
  [/\bErstattung|\berstatte/, '"Rückzahlung" or "zurückzahlen"'],
  [/\bzurückgehalten/, '"reserviert"'],
]

interface Allowed {
  readonly text: RegExp
  readonly reason: string
}

/** Values that are part of an interface. */
export const allowedTexts: readonly Allowed[] = [
  { text: /['"`]cancelled['"`]/g, reason: 'former status of deliveries, accepted as a filter' },
  { text: /notifications\/cancelled/g, reason: 'method of the Model Context Protocol' },
]

const patterns = phrases.map(([pattern, say]) => ({ pattern: new RegExp(`\\b(${pattern})\\b`, 'i'), say }))
const anyPhrase = new RegExp(`\\b(${phrases.map(([pattern]) => pattern).join('|')})\\b`, 'i')

/** Refuses phrases that have an established term, in sources and documents. */
export function wordList({ texts }: Repository): Problem[] {
  return texts
    .filter(({ path }) => !skipped.test(path))
    .flatMap(({ path, text }) =>
      text.split('\n').flatMap((content, index) => {
        if (!anyPhrase.test(content)) return []
        const checked = allowedTexts.reduce((rest, allowed) => rest.replaceAll(allowed.text, ''), content)
        return patterns.flatMap(({ pattern, say }) => {
          const found = pattern.exec(checked)?.[0]
          return found === undefined ? [] : [{ path, line: index + 1, say: `has "${found}": ${say}` }]
        })
      }),
    )
}

/** One German term per concept. */
export function germanTermList({ texts }: Repository): Problem[] {
  return texts
    .filter(({ path }) => path.startsWith('web/src/messages/de/'))
    .flatMap(({ path, text }) =>
      text.split('\n').flatMap((content, index) =>
        germanTerms.flatMap(([pattern, say]) => {
          const found = pattern.exec(content)?.[0]
          return found === undefined ? [] : [{ path, line: index + 1, say: `has "${found}": say ${say}` }]
        }),
      ),
    )
}
