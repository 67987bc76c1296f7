/** A project with every package as npm would publish it, packed from a copy of the checkout. */
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { buildWeb } from '../../../scripts/build-web.mjs'

/** The SDK is built from the contract; the other packages are independent. */
const rows = [
  ['contract', 'sdk'],
  ['server', 'cli'],
] as const
export type PackageName = (typeof rows)[number][number]
export const packages: readonly PackageName[] = rows.flat()

export interface Project {
  readonly folder: string
  /** Folder in which the packages were built. */
  readonly source: string
  readonly tarballs: Readonly<Record<PackageName, string>>
  /** Paths of the files in a package. */
  files(name: PackageName): Promise<ReadonlyMap<string, string>>
  remove(): Promise<void>
}

interface Manifest {
  readonly bin?: Readonly<Record<string, string>>
  readonly dependencies?: object
  readonly devDependencies?: object
  readonly optionalDependencies?: object
}

const run = promisify(execFile)
const root = fileURLToPath(new URL('../../..', import.meta.url))

export async function installPacked(): Promise<Project> {
  const place = await mkdtemp(join(tmpdir(), 'souk-packed-'))
  const remove = () => rm(place, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  try {
    const [source, folder] = [join(place, 'source'), join(place, 'project')]
    await copyCheckout(source)
    await mkdir(join(folder, 'node_modules/.bin'), { recursive: true })
    await writeFile(join(folder, 'package.json'), '{"type": "module"}')
    const packed = await Promise.all(rows.map((names) => pack(names, source)))
    for (const [name, tarball] of packed.flat()) await install(name, tarball, folder)
    const tarballs = { contract: '', sdk: '', server: '', cli: '', ...Object.fromEntries(packed.flat()) }
    return {
      folder,
      source,
      tarballs,
      files: (name) => filesIn(join(folder, 'node_modules', `souk-${name}`)),
      remove,
    }
  } catch (error) {
    await remove()
    throw error
  }
}

/** A copy, because building in place would affect other processes that use the checkout. */
async function copyCheckout(target: string): Promise<void> {
  const web = await buildWeb()
  const isSource = (path: string) =>
    path.startsWith(web) ||
    !/^(\w+)\/(node_modules|dist|dist-\d+|data|test|e2e)(\/|$)/.test(relative(root, path))
  const copied = [...packages, 'web', 'scripts', 'tsconfig.json', 'package-lock.json', '.env.example']
  for (const name of copied)
    await cp(join(root, name), join(target, name), { recursive: true, filter: isSource })
  await mkdir(join(target, 'node_modules'))
  const { devDependencies = {} } = await readManifest(join(root, 'server'))
  const bundled = Object.keys(devDependencies).filter((name) => !name.startsWith('souk-'))
  for (const name of await readdir(join(root, 'node_modules'))) {
    const ours = name.startsWith('souk-') ? join(target, name.slice('souk-'.length)) : undefined
    const [installed, place] = [join(root, 'node_modules', name), join(target, 'node_modules', name)]
    // The bundle names its modules by their real path.
    if (bundled.includes(name)) await cp(installed, place, { recursive: true })
    else await symlink(ours ?? installed, place)
  }
}

async function readManifest(folder: string): Promise<Manifest> {
  return JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))
}

async function pack(names: readonly PackageName[], source: string) {
  const args = ['pack', ...names.map((name) => `./${name}`), '--json', '--silent', '--offline']
  const { stdout } = await run('npm', args, { cwd: source })
  const packed: { filename: string }[] = JSON.parse(stdout)
  return packed.flatMap(({ filename }, index) => {
    const name = names[index]
    return name === undefined ? [] : [[name, join(source, filename)] as const]
  })
}

/** Installs like npm, but links third-party packages of the checkout: only declared ones, so that an undeclared import fails. */
async function install(name: PackageName, tarball: string, project: string): Promise<void> {
  const modules = join(project, 'node_modules')
  const target = join(modules, `souk-${name}`)
  await mkdir(target)
  await run('tar', ['-xzf', tarball, '-C', target, '--strip-components=1'])
  const manifest = await readManifest(target)
  for (const [bin, path] of Object.entries(manifest.bin ?? {})) {
    await chmod(join(target, path), 0o755)
    await symlink(join(target, path), join(modules, '.bin', bin))
  }
  const declared = Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies })
  await link(
    declared.filter((dependency) => !dependency.startsWith('souk-')),
    { from: name, project },
  )
}

/** Links packages as a workspace resolves them; optional packages for other platforms are absent. */
export async function link(
  names: readonly string[],
  { from, project }: { from: PackageName; project: string },
): Promise<void> {
  for (const name of names) {
    const place = join(project, 'node_modules', name)
    const found = [join(root, from), root]
      .map((folder) => join(folder, 'node_modules', name))
      .find((folder) => existsSync(folder))
    if (found === undefined || existsSync(place)) continue
    await mkdir(dirname(place), { recursive: true })
    await symlink(found, place)
  }
}

async function filesIn(folder: string): Promise<ReadonlyMap<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const texts = paths.map(async (path) => [relative(folder, path), await readFile(path, 'utf8')] as const)
  return new Map(await Promise.all(texts))
}
