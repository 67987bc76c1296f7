/** Test runner plugin that compiles the sources of server and contract once, so that Node imports them without Vite. */
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const root = fileURLToPath(new URL('..', import.meta.url))
const packages = ['server', 'contract'] as const
const contractEntry = join(root, 'contract/src/index.ts')

/** One folder per process, because concurrent test runs must not overwrite each other's modules. */
const foldersOf = (name: string) => join(root, name, 'node_modules/.tests')
const folderOf = (name: string) => join(foldersOf(name), String(process.pid))

/**
 * Vite transforms and evaluates each module anew in every worker, which takes 15 s for the thousand modules of the server;
 * Node imports compiled ones in 2 s. The compiled modules are below `node_modules`, which the runner leaves to Node.
 */
export const nativeModules = {
  name: 'native-modules',
  enforce: 'pre' as const,
  buildStart: () => (compiled ??= compile()),
  resolveId(source: string, importer: string | undefined) {
    const path = source === 'souk-contract' ? contractEntry : resolve(dirname(importer ?? root), source)
    return isSource(path) && (source === 'souk-contract' || source.startsWith('.'))
      ? compiledPath(path)
      : null
  },
}

let compiled: Promise<void> | undefined

async function compile(): Promise<void> {
  for (const name of packages) {
    const outdir = folderOf(name)
    removeAbandoned(foldersOf(name))
    process.once('exit', () => rmSync(outdir, { recursive: true, force: true }))
    const { outputFiles } = await build({
      entryPoints: sourcesOf(name),
      outbase: join(root, name),
      outdir,
      outExtension: { '.js': '.mjs' },
      format: 'esm',
      platform: 'node',
      target: 'node20',
      sourcemap: 'linked',
      write: false,
    })
    for (const { path, text } of outputFiles) {
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, path.endsWith('.mjs') ? withCompiledImports(text) : text)
    }
  }
}

/** Removes the modules of runs that were killed. */
function removeAbandoned(folder: string): void {
  if (!existsSync(folder)) return
  for (const pid of readdirSync(folder)) {
    if (!isRunning(Number(pid))) rmSync(join(folder, pid), { recursive: true, force: true })
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

function sourcesOf(name: string): string[] {
  return readdirSync(join(root, name, 'src'), { recursive: true, encoding: 'utf8' })
    .map((path) => join(root, name, 'src', path))
    .filter(isSource)
}

function isSource(path: string): boolean {
  const [name = '', folder] = relative(root, path).split('/')
  return packages.some((known) => known === name) && folder === 'src' && /(?<!\.test)\.ts$/.test(path)
}

function compiledPath(path: string): string {
  const [name = ''] = relative(root, path).split('/')
  return join(folderOf(name), relative(join(root, name), path)).replace(/\.ts$/, '.mjs')
}

/** Imports of sources name files with the extension `.ts`, and the contract by its package. */
function withCompiledImports(text: string): string {
  return text
    .replaceAll(/((?:from|import)\s*\(?\s*")(\.[^"]+)\.ts"/g, '$1$2.mjs"')
    .replaceAll(/(from\s*")souk-contract"/g, `$1${compiledPath(contractEntry)}"`)
}
