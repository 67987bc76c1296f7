import { banned, fileLength, functionLength } from './code-rules.ts'
import { declaredPackages, deadFiles, layering, reaching, type Problem } from './import-rules.ts'
import { fileNames, operationFiles } from './name-rules.ts'
import type { Repository } from './repository.ts'
import { bannedWords, links, machinePlaces } from './text-rules.ts'

/** STYLE.md as far as a machine can check it. */
export const rules = {
  layering,
  reaching,
  fetching: banned('fetching'),
  declaredPackages,
  deadFiles,
  types: banned('types'),
  exports: banned('exports'),
  clock: banned('clock'),
  environment: banned('environment'),
  functionLength,
  fileLength,
  fileNames,
  operationFiles: (repository) => operationFiles(repository),
  bannedWords,
  machinePlaces,
  links,
} satisfies Record<string, (repository: Repository) => Problem[]>

export type RuleName = keyof typeof rules

export interface Exception {
  readonly rule: RuleName
  readonly path: string
  readonly reason: string
}

/** Where a rule gives way, and why; one that is no longer needed fails the test. */
export const exceptions: readonly Exception[] = [
  {
    rule: 'types',
    path: 'server/src/http/execute-operation.ts',
    reason: 'the schemas of the route have accepted the input, which the compiler cannot know',
  },
  {
    rule: 'types',
    path: 'server/src/http/register-routes.ts',
    reason: 'the caller was admitted by the mode of the same route, which the compiler cannot know',
  },
]

/** One line per problem: where it is and what to do. */
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
