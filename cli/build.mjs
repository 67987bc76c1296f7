/** Makes the command line one file that needs nothing but Node, and says whether the one that is there is still good. */
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
  // Loaded here, because a command that needs no build needs no builder.
  const { build: bundleUp } = await import('esbuild')
  const { outputFiles, metafile } = await bundleUp({
    absWorkingDir: root,
    entryPoints: [inside('src/main.ts')],
    outfile: bundle,
    bundle: true,
    conditions: ['source'],
    platform: 'node',
    format: 'esm',
    target: 'node20',
    // A package of the older kind asks for modules of Node by `require`, which a module of the newer kind has not.
    banner: {
      js: "import { createRequire } from 'node:module'\nconst require = createRequire(import.meta.url)",
    },
    // Half of the time that a command takes is reading this file.
    minify: true,
    legalComments: 'eof',
    metafile: true,
    write: false,
  })
  await mkdir(inside('dist'), { recursive: true })
  // Of the packages only the lock file is looked at: they change with it, and not otherwise.
  const own = Object.keys(metafile.inputs).filter((path) => !path.startsWith('node_modules/'))
  const watched = [...own, 'package-lock.json', 'cli/build.mjs']
  // What was changed meanwhile may not be in it, and is built again the next time.
  const stamps = Object.fromEntries(
    watched.map((path) => [path, changedAt(path) < startedAt ? stampOf(path) : '']),
  )
  for (const { contents } of outputFiles) await replace(bundle, contents)
  await replace(inputs, JSON.stringify(stamps))
  return Object.keys(metafile.inputs)
}

/** For the package: the licences of others ask to go along with their code, and that is in the bundle. */
async function buildPackage() {
  const inBundle = (await build()).flatMap((path) => /node_modules\/((@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? [])
  const texts = [...new Set(inBundle)].toSorted().map(async (name) => {
    const folder = join(root, 'node_modules', name)
    const license = (await readdir(folder)).find((file) => /^licen[cs]e/i.test(file))
    return `${name}\n\n${await readFile(join(folder, license), 'utf8')}`
  })
  await replace(inside('dist/licenses.txt'), (await Promise.all(texts)).join('\n\n'))
}

/** Where the bundle is, made again first when one of the files that it was made from has changed. */
export async function builtBundle() {
  if (!isGood()) await build()
  return pathToFileURL(bundle)
}

/** One after the other and without a pause: a hundred small questions are answered before promises for them are made. */
function isGood() {
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
  return `${changedAt(path)} ${statSync(join(root, path)).size}`
}

function changedAt(path) {
  return statSync(join(root, path)).mtimeMs
}

/** Renamed into place, so that another start at the same moment never reads half a file. */
async function replace(path, contents) {
  const draft = `${path}.${randomBytes(6).toString('hex')}`
  await writeFile(draft, contents)
  await rename(draft, path)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildPackage()
