import { banned, fileLength, functionLength } from './code-rules.ts'
import { commentNames, commentSubjects } from './comment-rules.ts'
import { cycles } from './import-cycles.ts'
import { diagrams } from './diagram-rules.ts'
import { deadExports, deadFiles } from './dead-code-rules.ts'
import { declaredPackages, layering, reaching, type Problem } from './import-rules.ts'
import { folderMap, packageVersions, workerTable } from './map-rules.ts'
import { fileNames, folderSize, operationFiles } from './name-rules.ts'
import type { Repository } from './repository.ts'
import { bannedWords, links, machinePlaces, shellVariables, testTitles } from './text-rules.ts'
import { germanTermList, wordList } from './word-list.ts'

/** The rules of STYLE.md that can be checked automatically. */
export const rules = {
  layering,
  reaching,
  fetching: banned('fetching'),
  declaredPackages,
  deadFiles,
  deadExports,
  cycles,
  types: banned('types'),
  exports: banned('exports'),
  statements: banned('statements'),
  texts: banned('texts'),
  clock: banned('clock'),
  environment: banned('environment'),
  functionLength,
  fileLength,
  fileNames,
  folderSize,
  commentNames,
  commentSubjects,
  diagrams,
  folderMap,
  workerTable,
  packageVersions,
  operationFiles: (repository) => operationFiles(repository),
  bannedWords,
  wordList,
  germanTermList,
  machinePlaces,
  links,
  shellVariables,
  testTitles,
} satisfies Record<string, (repository: Repository) => Problem[]>

export type RuleName = keyof typeof rules

interface Exception {
  readonly rule: RuleName
  readonly path: string
  readonly reason: string
}

/** Exceptions with their reasons; an unused exception fails the test. */
export const exceptions: readonly Exception[] = [
  { rule: 'folderSize', path: 'web/src/messages/en', reason: 'one catalog for each area of the web app' },
  { rule: 'folderSize', path: 'web/src/messages/de', reason: 'translations of the catalogs in en' },
  {
    rule: 'wordList',
    path: 'server/src/mails/texts/template-texts-de.ts',
    reason: 'German words look like British spelling',
  },
  {
    rule: 'wordList',
    path: 'server/src/mails/texts/fact-words-de.ts',
    reason: 'German words look like British spelling',
  },
  { rule: 'wordList', path: 'docs/translation.md', reason: 'German words look like British spelling' },
  {
    rule: 'types',
    path: 'server/src/http/execute-operation.ts',
    reason: 'the schemas of the route have validated the input, which the compiler cannot see',
  },
  {
    rule: 'types',
    path: 'server/src/http/dispatch.ts',
    reason: 'the auth mode of the route has checked the caller, which the compiler cannot see',
  },
  {
    rule: 'types',
    path: 'server/src/http/register-routes.ts',
    reason: 'the auth mode of the route has checked the caller, which the compiler cannot see',
  },
  {
    rule: 'types',
    path: 'server/src/mcp/tool.ts',
    reason: 'the schema of the tool has validated the arguments, which the compiler cannot see',
  },
  {
    rule: 'types',
    path: 'server/src/http/bindings/mcp/call-operation.ts',
    reason: 'the operation of that name returns this reply, which the compiler cannot see',
  },
]

/** One line per problem: location and fix. */
export function problemsOf(
  rule: RuleName,
  repository: Repository,
  allowed: readonly Exception[] = exceptions,
): string[] {
  const excused = (path: string) =>
    allowed.some((exception) => exception.rule === rule && exception.path === path)
  return rules[rule](repository)
    .filter(({ path }) => !excused(path))
    .map(({ path, line, say }) => `${path}:${line} ${say}`)
}
