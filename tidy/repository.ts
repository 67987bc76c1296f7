import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { survey, type Source } from './source.ts'

export interface TextFile {
  readonly path: string
  readonly text: string
}

/** The files that the rules check; tests construct small ones. */
export interface Repository {
  readonly texts: readonly TextFile[]
  readonly sources: readonly Source[]
}

export function repositoryOf(files: Readonly<Record<string, string>>): Repository {
  const texts = Object.entries(files).map(([path, text]) => ({ path, text }))
  const sources = texts.filter(({ path }) => isCode(path)).map(({ path, text }) => survey(path, text))
  return { texts, sources }
}

export function readRepository(root: string): Repository {
  return repositoryOf(
    Object.fromEntries(
      paths(root, '').map((path) => [path, isPicture(path) ? '' : readFileSync(join(root, path), 'utf8')]),
    ),
  )
}

/** Images are listed by path, without content. */
function isPicture(path: string): boolean {
  return path.endsWith('.png')
}

/** Artifacts of installing, running and editing. */
const skipped =
  /^(node_modules|data|dist(-\d+(-old)?)?|coverage|\.env|\.git|\.idea|\.vscode|\.DS_Store)$|\.log$/

function paths(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .filter(({ name }) => !skipped.test(name))
    .flatMap((entry) => {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`
      return entry.isDirectory() ? paths(root, path) : [path]
    })
}

/** TypeScript sources without declaration files. */
export function isCode(path: string): boolean {
  return /\.tsx?$/.test(path) && !path.endsWith('.d.ts')
}

export function isTest(path: string): boolean {
  return /\.test\.ts$|^server\/test\/|^web\/e2e\/|\/test-[^/]+\.ts$/.test(path)
}

/** Code that runs in production. */
export function isProduct(path: string): boolean {
  return /^(contract|server|sdk|web)\/src\/.*\.tsx?$/.test(path) && !isTest(path)
}

/** The command line is bundled, so its imports are not needed at run time. */
export function isCommandLine(path: string): boolean {
  return path.startsWith('cli/src/') && !isTest(path)
}

/** Example code for users. */
export function isExample(path: string): boolean {
  return path.startsWith('examples/') && !isTest(path)
}

/** Resolves an import to a file of the repository, `node:…`, or `npm:` and the package name. */
export function targetOf(importer: string, specifier: string): string {
  if (specifier.startsWith('.')) return join(importer, '..', specifier)
  if (specifier.startsWith('node:')) return specifier
  return `npm:${specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')}`
}
