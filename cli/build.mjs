/** Bundles the CLI into one file without dependencies, and rebuilds it when its inputs have changed. */
import { randomBytes } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const inside = (path) => fileURLToPath(new URL(path, import.meta.url))
const root = inside('..')
const bundle = inside('dist/souk.mjs')
const inputs = inside('dist/inputs.json')

export async function build() {
  const startedAt = Date.now()
  // Imported lazily: loading esbuild would slow down every command that needs no build.
  const { build: runEsbuild } = await import('esbuild')
  const { outputFiles, metafile } = await runEsbuild({
    absWorkingDir: root,
    entryPoints: [inside('src/main.ts')],
    outfile: bundle,
    bundle: true,
    conditions: ['source'],
    platform: 'node',
    format: 'esm',
    target: 'node20',
    // CommonJS dependencies call `require` for Node's modules, which an ES module does not define.
    banner: {
      js: "import { createRequire } from 'node:module'\nconst require = createRequire(import.meta.url)",
    },
    // Parsing the bundle takes about half of the start-up time.
    minify: true,
    legalComments: 'eof',
    metafile: true,
    write: false,
  })
  await mkdir(inside('dist'), { recursive: true })
  // Installed packages change only with the lock file, so their files need no stamps.
  const own = Object.keys(metafile.inputs).filter((path) => !path.startsWith('node_modules/'))
  const watched = [...own, 'package-lock.json', 'cli/build.mjs']
  // A file that changed during the build may be missing from the bundle; an empty stamp forces a rebuild.
  const stamps = Object.fromEntries(
    watched.map((path) => [path, modifiedAt(path) < startedAt ? stampOf(path) : '']),
  )
  for (const { contents } of outputFiles) await replace(bundle, contents)
  await replace(inputs, JSON.stringify(stamps))
  return Object.keys(metafile.inputs)
}

/** Builds for publishing. Licenses of bundled packages must be distributed with their code. */
async function buildPackage() {
  const inBundle = (await build()).flatMap((path) => /node_modules\/((@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? [])
  const texts = [...new Set(inBundle)].toSorted().map(async (name) => {
    const folder = join(root, 'node_modules', name)
    const license = (await readdir(folder)).find((file) => /^licen[cs]e/i.test(file))
    return `${name}\n\n${await readFile(join(folder, license), 'utf8')}`
  })
  await replace(inside('dist/licenses.txt'), (await Promise.all(texts)).join('\n\n'))
}

/** Returns the URL of the bundle, after rebuilding it if an input has changed. */
export async function builtBundle() {
  if (!isFresh()) await build()
  return pathToFileURL(bundle)
}

/** Synchronous on purpose: about a hundred stat calls finish faster than as promises. */
function isFresh() {
  try {
    statSync(bundle)
    return Object.entries(JSON.parse(readFileSync(inputs, 'utf8'))).every(
      ([path, stamp]) => stampOf(path) === stamp,
    )
  } catch {
    return false
  }
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

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildPackage()
