/** Bundles sources into one file for Node, and again only when an input has changed. */
import { randomBytes } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Builds unless the bundle is current. `outfile` and `entryPoints` are paths from the root of the checkout. */
export async function bundleIfChanged(options) {
  if (!isCurrent(options.outfile)) await bundle(options)
}

/** Returns the paths of all inputs. */
export async function bundle({ outfile, builtBy, ...options }) {
  const startedAt = Date.now()
  // Imported lazily: loading esbuild would slow down every start that needs no build.
  const { build, stop } = await import('esbuild')
  const { outputFiles, metafile } = await build({
    absWorkingDir: root,
    outfile,
    bundle: true,
    conditions: ['source'],
    platform: 'node',
    format: 'esm',
    target: 'node20',
    metafile: true,
    write: false,
    ...options,
  })
  // Its service would stay as long as the process.
  await stop()
  await mkdir(dirname(join(root, outfile)), { recursive: true })
  // A source map precedes the code that names it.
  for (const { path, contents } of outputFiles.toSorted((a, b) => b.path.length - a.path.length))
    await replace(path, contents)
  const inputs = Object.keys(metafile.inputs)
  await replace(stampsOf(outfile), JSON.stringify(stamp([...inputs, builtBy], startedAt)))
  return inputs
}

/** Writes the licenses of the packages among the inputs of a bundle: they must be distributed with their code. */
export async function writeLicenses(inputs, outfile) {
  const folders = inputs.flatMap((path) => /^.*node_modules\/(@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? [])
  const texts = [...new Set(folders)].toSorted().map(async (folder) => {
    const license = (await readdir(join(root, folder))).find((file) => /^licen[cs]e/i.test(file))
    if (license === undefined) throw new Error(`${folder} has no license file`)
    const name = folder.replace(/^.*node_modules\//, '')
    return `${name}\n\n${await readFile(join(root, folder, license), 'utf8')}`
  })
  await writeFile(join(root, outfile), (await Promise.all(texts)).join('\n\n'))
}

/** Installed packages change only with the lock file, so their files need no stamps. */
function stamp(inputs, startedAt) {
  const own = inputs.filter((path) => !path.startsWith('node_modules/'))
  const watched = [...own, 'package-lock.json', 'scripts/bundle.mjs']
  // A file that changed during the build may be missing from the bundle; an empty stamp forces a rebuild.
  return Object.fromEntries(watched.map((path) => [path, modifiedAt(path) < startedAt ? stampOf(path) : '']))
}

/** Synchronous on purpose: many stat calls finish faster than as promises. */
function isCurrent(outfile) {
  try {
    statSync(join(root, outfile))
    return Object.entries(JSON.parse(readFileSync(stampsOf(outfile), 'utf8'))).every(
      ([path, present]) => stampOf(path) === present,
    )
  } catch {
    return false
  }
}

function stampsOf(outfile) {
  return join(root, dirname(outfile), 'inputs.json')
}

function stampOf(path) {
  return `${modifiedAt(path)} ${statSync(join(root, path)).size}`
}

function modifiedAt(path) {
  return statSync(join(root, path)).mtimeMs
}

/** Renames into place, so that a concurrent start never reads a partial file. */
async function replace(path, contents) {
  const draft = `${path}.${randomBytes(6).toString('hex')}`
  await writeFile(draft, contents)
  await rename(draft, path)
}
