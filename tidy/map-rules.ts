/** Rules that compare ARCHITECTURE.md and the packages with the tree. */
import { posix } from 'node:path'
import type { Problem } from './import-rules.ts'
import type { Repository } from './repository.ts'

const architecture = 'ARCHITECTURE.md'

/** Folders whose folders each need a row of the map. */
const mapped = [
  'cli/src',
  'contract/src',
  'sdk/src',
  'web/src',
  'server/src',
  'server/src/tasks',
  'server/src/money',
]

/** Every folder has a row of the map, or rows for its parts, and every row names what exists. */
export function folderMap({ texts }: Repository): Problem[] {
  const rows = rowsBetween(texts, '## Map', '## One request: ')
  if (rows.length === 0) return []
  const named = rows.flatMap(({ number, cells: [paths = ''] }) =>
    pathsIn(paths).map((path) => ({ number, path })),
  )
  const files = texts.map(({ path }) => path)
  const missing = [...new Set(files.flatMap(foldersToMap))]
    .filter((folder) => !named.some(({ path }) => path === folder || path.startsWith(`${folder}/`)))
    .map((folder) => ({ path: architecture, line: 1, say: `has no row for ${folder}` }))
  const unknown = named
    .filter(({ path }) => !files.some((file) => file === path || file.startsWith(`${path}/`)))
    .map(({ number, path }) => ({
      path: architecture,
      line: number,
      say: `names ${path}, which does not exist`,
    }))
  return [...missing, ...unknown]
}

/** The workers that run are those of the table, by name. */
export function workerTable({ texts }: Repository): Problem[] {
  const rows = rowsBetween(texts, '## Workers', '## Import rules')
  const described = rows.flatMap(({ number, cells: [names = ''] }) =>
    quoted(names).map((name) => ({ number, name })),
  )
  const running = texts
    .filter(({ path }) => /^server\/src\/workers\/(?:index|money)\.ts$/.test(path))
    .flatMap(({ text }) => [...text.matchAll(/\bname: '([\w-]+)'/g)].map(([, name = '']) => name))
  return [
    ...running
      .filter((name) => !described.some((row) => row.name === name))
      .map((name) => ({ path: architecture, line: 1, say: `has no row for the worker ${name}` })),
    ...described
      .filter(({ name }) => !running.includes(name))
      .map(({ number, name }) => ({
        path: architecture,
        line: number,
        say: `names ${name}, which is not a worker`,
      })),
  ]
}

/** The packages of the repository are released together, so each requires the exact version of the others. */
export function packageVersions({ texts }: Repository): Problem[] {
  return texts
    .filter(({ path }) => path.endsWith('/package.json'))
    .flatMap(({ path, text }) =>
      text.split('\n').flatMap((line, index) => {
        const [, name, version = ''] = /"(souk-\w+)": "([^"]+)"/.exec(line) ?? []
        return name === undefined || /^(?:\d+\.\d+\.\d+|\.\/.*)$/.test(version)
          ? []
          : [{ path, line: index + 1, say: `requires ${name} ${version}: name the exact version` }]
      }),
    )
}

interface Row {
  readonly number: number
  readonly cells: readonly string[]
}

/** Rows of the tables between two headings. */
function rowsBetween(texts: Repository['texts'], start: string, end: string): Row[] {
  const lines = (texts.find(({ path }) => path === architecture)?.text ?? '').split('\n')
  const [from, until] = [start, end].map((heading) => lines.findIndex((line) => line.startsWith(heading)))
  return lines.flatMap((line, index) =>
    index > (from ?? 0) && index < (until ?? 0) && line.startsWith('| `')
      ? [
          {
            number: index + 1,
            cells: line
              .split('|')
              .slice(1)
              .map((cell) => cell.trim()),
          },
        ]
      : [],
  )
}

function quoted(cell: string): string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name)
}

/** The first path of a cell is complete, the others can be siblings of it. */
function pathsIn(cell: string): string[] {
  const [first = '', ...others] = quoted(cell).map((path) => path.replace(/\/<.+/, ''))
  return first === ''
    ? []
    : [first, ...others.map((path) => (path.includes('/') ? path : posix.join(posix.dirname(first), path)))]
}

function foldersToMap(file: string): string[] {
  return mapped.flatMap((parent) => {
    const [folder = '', ...rest] = file.startsWith(`${parent}/`)
      ? file.slice(parent.length + 1).split('/')
      : []
    return rest.length === 0 ? [] : [`${parent}/${folder}`]
  })
}
