import type { Problem } from './import-rules.ts'
import { targetOf, type Repository } from './repository.ts'

/** Files that start programs, and the fronts of packages, whose exports are for their users. */
const entries =
  /^(server|cli|web)\/src\/(docs\/)?main\.tsx?$|^(contract|sdk)\/src\/index\.ts$|^sdk\/src\/(node|testing)\.ts$/

/** Imports from a file's own test do not count. */
export function deadFiles({ sources }: Repository): Problem[] {
  const alive = new Set(
    sources.flatMap(({ path, imports }) =>
      imports
        .map(({ specifier }) => targetOf(path, specifier))
        .filter((target) => target.replace(/\.tsx?$/, '.test.ts') !== path),
    ),
  )
  return sources
    .filter(
      ({ path }) =>
        path.includes('/src/') && !path.endsWith('.test.ts') && !entries.test(path) && !alive.has(path),
    )
    .map(({ path }) => ({ path, line: 1, say: 'nothing imports this file: use it or remove it' }))
}

/** The default export of a configuration file is read by its tool; other files have none. */
export function deadExports({ sources }: Repository): Problem[] {
  const used = new Set(
    sources.flatMap(({ path, imports }) =>
      imports.flatMap(({ specifier, names = [all] }) =>
        names.map((name) => placeOf(targetOf(path, specifier), name)),
      ),
    ),
  )
  const isUsed = (path: string, name: string) => used.has(placeOf(path, all)) || used.has(placeOf(path, name))
  return sources
    .filter(({ path }) => !entries.test(path))
    .flatMap(({ path, exports }) =>
      exports
        .filter(({ name }) => !isUsed(path, name))
        .map(({ name, line }) => ({
          path,
          line,
          say: `no other file imports ${name}: remove the export, or the code`,
        })),
    )
}

const all = '*'

function placeOf(path: string, name: string): string {
  return `${path} ${name}`
}
