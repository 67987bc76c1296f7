import type { Problem } from './import-rules.ts'
import type { Repository, TextFile } from './repository.ts'
import type { Source } from './source.ts'

/** camelCase or snake_case: a name of code, not a word. */
const codeName = /(?<![\w.-])[a-z]+(?:[A-Z]\w*|_\w+)/g
const filePath = /^[\w./-]+\.(ts|tsx|mjs|sql)$/

/** A renamed or removed name is also renamed or removed in comments and in the architecture. */
export function commentNames({ texts, sources }: Repository): Problem[] {
  const known = knownNames(texts, sources)
  const spans = [
    ...sources.flatMap(({ path, comments }) => comments.flatMap((comment) => spansOf(path, comment))),
    ...texts
      .filter(({ path }) => path === 'ARCHITECTURE.md')
      .flatMap(({ path, text }) => spansOf(path, { line: 1, text })),
  ]
  return spans.flatMap(({ path, line, span }) => {
    const isMissing = filePath.test(span)
      ? !texts.some((file) => `/${file.path}`.endsWith(`/${span}`))
      : [...span.matchAll(codeName)].some(([name]) => !known.has(name))
    return isMissing ? [{ path, line, say: `names \`${span}\`, which does not exist: correct the name` }] : []
  })
}

/** A comment names its subject; a clause such as "What a tool returns" hides it. */
export function commentSubjects({ sources }: Repository): Problem[] {
  return sources.flatMap(({ path, comments }) =>
    comments.flatMap(({ line, text }) => {
      const word = /^[\s*]*(What|Who|Whose|Whoever) /.exec(text)?.[1]
      return word === undefined ? [] : [{ path, line, say: `begins with "${word}": name the subject` }]
    }),
  )
}

function spansOf(path: string, { line, text }: Source['comments'][number]) {
  return text
    .split('\n')
    .flatMap((content, index) =>
      [...content.matchAll(/`([^`]+)`/g)].map(([, span = '']) => ({ path, line: line + index, span })),
    )
}

/** Words of code without its comments, and of files that are neither code nor documents, such as SQL. */
function knownNames(texts: readonly TextFile[], sources: readonly Source[]): Set<string> {
  const known = new Set(sources.flatMap(({ names }) => [...names]))
  for (const { path, text } of texts) {
    if (!/\.(sql|mjs|json|html)$/.test(path) || path.startsWith('openapi/')) continue
    for (const [name] of text.matchAll(codeName)) known.add(name)
  }
  return known
}
