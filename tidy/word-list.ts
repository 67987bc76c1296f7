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
  ['any more', 'say "no longer"'],
  ['continue[sd]? where it was(?! held)', 'say "resumes where it left off"'],
  ['time that was left', 'say "the remaining time"'],
  [
    ', also (as|by|for|if|in|of|on|to|when|while|with|without|after|before|those)',
    'say "even" or "including"',
  ],
  ['Empty: never|Leave it empty', 'say "Leave empty to …"'],
  ['built-in (color|logo)', 'say "default"'],
  ['shows? up here', 'say "appears here"'],
  ['entered within', 'say "entered in the last"'],
  ['misspelt|learnt', 'use the American spelling'],
  ['cancell(ed|ing)|labell(ed|ing)|signall(ed|ing)|tunnell(ed|ing)', 'use the American spelling with one l'],
  ['(col|behavi|neighb|hon|lab)our(s|ed|ing)?|favourites?', 'use the American spelling with -or'],
  ['licence|catalogue|centre|defence|artefacts?|programme|grey', 'use the American spelling'],
  ['(organ|author|serial|normal|recogn|minim|optim|custom|summar|initial)is(e|es|ed|ing|ation)', 'use -ize'],
]

/** Texts that users read. In the code, a row of the table `mails` is a mail. */
const forUsers = /^(docs\/|README|CHANGELOG|(contract|cli)\/src\/|web\/src\/messages\/en\/)/

/** Phrases that only texts for users must not have. */
const phrasesForUsers: readonly (readonly [pattern: string, say: string])[] = [
  [
    '(a|an|any|by|gets?|more|no|receives?|sends?|sent|verification|notification) mails?(?! (client|link|program|provider|server))',
    'say "email"',
  ],
  ['mails (are|go|is|show|that|were)', 'say "emails"'],
]

/** German words with another term in docs/translation.md. */
const germanTerms: readonly (readonly [pattern: RegExp, say: string])[] = [
  [/\bAnbieter/, '"Auftragnehmer"'],
  [/\bBelege\b/, '"Nachweise"; "Beleg" is the receipt'],
  [/\bEigentümer/, '"Inhaber"'],
  [/\bVergleichsangebot/, '"Einigungsvorschlag"'],
  [/\bWallet/, '"Guthabenkonto"'],
  [/\bKennung/, '"Handle"'],
  [/\b[Ee]rstatt/, '"Rückzahlung" or "zurückzahlen"'],
  [/\b[Zz]urückgehalten/, '"reserviert"'],
  [/\bLeer: /, '"Leer lassen, um …"'],
  [/\b[Ee]ingebaute/, '"Standard…"'],
  [/\bRolle liest/, '"Mit Ihrer Rolle können Sie … nur ansehen"'],
  [/edingungen annehmen/, '"zustimmen"'],
  [/(?<!ab )sofort nicht mehr/, '"ab sofort nicht mehr"'],
]

interface Allowed {
  readonly text: RegExp
  readonly reason: string
}

/** Values that are part of an interface. */
export const allowedTexts: readonly Allowed[] = [
  { text: /['"`]cancelled['"`]/g, reason: 'former status of deliveries, accepted as a filter' },
  { text: /notifications\/cancelled/g, reason: 'method of the Model Context Protocol' },
  { text: /\bCANCELLED\b/g, reason: 'status code of gRPC' },
]

const compiled = [...phrases, ...phrasesForUsers].map(([pattern, say], index) => ({
  pattern: new RegExp(`\\b(${pattern})\\b`, 'i'),
  say,
  isForUsers: index >= phrases.length,
}))
const anyPhrase = new RegExp(
  `\\b(${[...phrases, ...phrasesForUsers].map(([pattern]) => pattern).join('|')})\\b`,
  'i',
)

/** Refuses phrases that have an established term, in sources and documents. */
export function wordList({ texts }: Repository): Problem[] {
  return texts
    .filter(({ path }) => !skipped.test(path))
    .flatMap(({ path, text }) =>
      text.split('\n').flatMap((content, index) => {
        if (!anyPhrase.test(content)) return []
        const checked = allowedTexts.reduce((rest, allowed) => rest.replaceAll(allowed.text, ''), content)
        return compiled.flatMap(({ pattern, say, isForUsers }) => {
          if (isForUsers && !forUsers.test(path)) return []
          const found = pattern.exec(checked)?.[0]
          return found === undefined ? [] : [{ path, line: index + 1, say: `has "${found}": ${say}` }]
        })
      }),
    )
}

/** One German term per concept. */
export function germanTermList({ texts }: Repository): Problem[] {
  return texts
    .filter(({ path }) => /^web\/src\/messages\/de\/|-de\.ts$/.test(path))
    .flatMap(({ path, text }) =>
      text.split('\n').flatMap((content, index) =>
        germanTerms.flatMap(([pattern, say]) => {
          const found = pattern.exec(content)?.[0]
          return found === undefined ? [] : [{ path, line: index + 1, say: `has "${found}": say ${say}` }]
        }),
      ),
    )
}
