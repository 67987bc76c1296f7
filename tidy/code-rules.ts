import type { Problem } from './import-rules.ts'
import { isCode, isCommandLine, isProduct, isTest, type Repository } from './repository.ts'
import type { FindingKind } from './source.ts'

interface Ban {
  readonly kinds: readonly FindingKind[]
  /** Files the ban applies to; `home` is the exception. */
  readonly counts: (path: string) => boolean
  readonly home: RegExp
  readonly say: string
}

const everywhere = () => true
const nowhere = /(?!)/

const bans = {
  types: [
    { kinds: ['cast'], counts: everywhere, home: nowhere, say: 'narrow with a check instead of a cast' },
    {
      kinds: ['any'],
      counts: everywhere,
      home: nowhere,
      say: 'use the exact type or unknown instead of any',
    },
    {
      kinds: ['non-null'],
      counts: everywhere,
      home: nowhere,
      say: 'handle the missing value instead of asserting that it exists',
    },
  ],
  exports: [
    {
      kinds: ['default-export'],
      counts: everywhere,
      home: /\.config\.ts$|^(server\/test\/fixtures|web\/e2e)\/global-setup\.ts$/,
      say: 'export it by name',
    },
  ],
  clock: [
    {
      kinds: ['clock'],
      counts: (path) => path.startsWith('server/src/') && isProduct(path),
      home: /^server\/src\/lib\/clock\.ts$/,
      say: 'take the time from the transaction, the reader or the clock',
    },
  ],
  environment: [
    {
      kinds: ['environment'],
      counts: isProduct,
      home: /^server\/src\/main\.ts$/,
      say: 'add the setting to config.ts, the only reader of the environment',
    },
    {
      kinds: ['environment'],
      counts: isCommandLine,
      home: /^cli\/src\/main\.ts$/,
      say: 'read it from the context, to which main.ts passes the environment',
    },
  ],
  statements: [
    {
      kinds: ['statement'],
      counts: (path) => path.startsWith('server/src/') && isProduct(path),
      // Checks are SQL by nature. In the sandbox, each file is one object of the simulated processor with its table.
      home: /[/-](queries|checks)\.ts$|^server\/src\/(db|money\/processor\/sandbox)\//,
      say: 'move the statement to queries.ts or a …-queries.ts beside this file',
    },
  ],
  texts: [
    {
      kinds: ['text'],
      counts: (path) => path.startsWith('web/src/') && isProduct(path),
      // The gallery of components is for developers.
      home: /^web\/src\/dev\//,
      say: 'take the text from a catalog in web/src/messages, so that it can be translated',
    },
  ],
  fetching: [
    {
      kinds: ['fetch'],
      counts: (path) => path.startsWith('server/src/') && isProduct(path),
      home: /^server\/src\/ports\/(egress\/|blobs\/s3\.ts$)/,
      say: 'send through ports/egress, which alone checks the target of a URL',
    },
  ],
} satisfies Record<string, readonly Ban[]>

type BanName = keyof typeof bans

export function banned(name: BanName): (repository: Repository) => Problem[] {
  const chosen: readonly Ban[] = bans[name]
  return ({ sources }) =>
    chosen.flatMap(({ kinds, counts, home, say }) =>
      sources
        .filter(({ path }) => counts(path) && !home.test(path))
        .flatMap(({ path, findings }) =>
          findings.filter(({ kind }) => kinds.includes(kind)).map(({ line }) => ({ path, line, say })),
        ),
    )
}

const functionLinesMax = 60

export function functionLength({ sources }: Repository): Problem[] {
  return sources.flatMap(({ path, functions }) =>
    functions
      .filter(({ lines }) => lines > functionLinesMax)
      .map(({ line, lines }) => ({
        path,
        line,
        say: `split this function of ${lines} lines; the maximum is ${functionLinesMax}`,
      })),
  )
}

const fileLinesMax = 250
const testLinesMax = 450

export function fileLength({ texts }: Repository): Problem[] {
  return texts.flatMap(({ path, text }) => {
    const linesMax = isTest(path) ? testLinesMax : fileLinesMax
    const lines = text.trimEnd().split('\n').length
    const long = isCode(path) && lines > linesMax
    return long
      ? [{ path, line: linesMax + 1, say: `split this file of ${lines} lines; the maximum is ${linesMax}` }]
      : []
  })
}
