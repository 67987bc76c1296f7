import { adminContract, contract, type Route } from 'souk-contract'
import type { Problem } from './import-rules.ts'
import { isCode, isTest, type Repository } from './repository.ts'

const kebabCase = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+)*$/
/** Conventional names that tools expect. */
const customary = /^([A-Z]+\.md|LICENSE|\.[a-z.-]+)$/
const vagueNames = /^(.*-)?(utils?|helpers?|manager|misc)$|-service$/

export function fileNames({ texts }: Repository): Problem[] {
  return texts.flatMap(({ path }) => {
    const parts = path.split('/')
    const [stem = ''] = (parts.at(-1) ?? '').split('.')
    const isMisnamed = parts.some((part) => !kebabCase.test(part) && !customary.test(part))
    return [
      ...(isMisnamed ? [{ path, line: 1, say: 'name it in kebab-case' }] : []),
      ...(vagueNames.test(stem)
        ? [{ path, line: 1, say: `"${stem}" is not specific: name the file for what it does` }]
        : []),
    ]
  })
}

const modulesMax = 24

/** Counts modules without tests and without the files of subfolders. */
export function folderSize({ texts }: Repository): Problem[] {
  const counts = new Map<string, number>()
  for (const { path } of texts) {
    if (!isCode(path) || isTest(path)) continue
    const folder = path.split('/').slice(0, -1).join('/')
    counts.set(folder, (counts.get(folder) ?? 0) + 1)
  }
  const crowded = [...counts].filter(([, count]) => count > modulesMax)
  const advice = `divide it by subject; the maximum is ${modulesMax}`
  return crowded.map(([path, count]) => ({
    path,
    line: 1,
    say: `is a folder of ${count} modules: ${advice}`,
  }))
}

/** Operations that share a file with a sibling: contract key -> file. */
const sharedFiles: Readonly<Record<string, string>> = {
  createMyAgent: 'server/src/resources/agents/create-agent.ts',
  createOwnedAgent: 'server/src/resources/agents/create-agent.ts',
  streamMessage: 'server/src/tasks/commands/send-message.ts',
  subscribeToTask: 'server/src/tasks/live/stream-task.ts',
  endCurrentSession: 'server/src/resources/sessions/end-session.ts',
  rotateSigningKeys: 'server/src/resources/cards/signing-keys.ts',
  retireSigningKeys: 'server/src/resources/cards/signing-keys.ts',
}

/** Contract keys of operations that write. */
const writingOperations: readonly string[] = [
  ...Object.values(contract),
  ...Object.values(adminContract),
].flatMap((group) =>
  Object.entries<Route>(group)
    .filter(([, route]) => route.method !== 'GET')
    .map(([key]) => key),
)

/** Every writing operation has a file named after its contract key. */
export function operationFiles(
  { texts }: Repository,
  operations: readonly string[] = writingOperations,
  shared: Readonly<Record<string, string>> = sharedFiles,
): Problem[] {
  return operations.flatMap((operation) => {
    const name = `${operation.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.ts`
    const home = shared[operation]
    const matches = (path: string) =>
      home === undefined ? path.startsWith('server/src/') && path.endsWith(`/${name}`) : path === home
    const holds = texts.some(
      ({ path, text }) => matches(path) && new RegExp(`export .*\\b${operation}\\b`).test(text),
    )
    const path = home ?? `server/src/…/${name}`
    return holds ? [] : [{ path, line: 1, say: `must exist and export ${operation}, a key of the contract` }]
  })
}
