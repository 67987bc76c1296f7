/** Bundles the CLI into one file without dependencies. */
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { bundle, bundleIfChanged } from '../scripts/bundle.mjs'

const inside = (path) => fileURLToPath(new URL(path, import.meta.url))

const options = {
  entryPoints: ['cli/src/main.ts'],
  outfile: 'cli/dist/souk.mjs',
  builtBy: 'cli/build.mjs',
  // CommonJS dependencies call `require` for Node's modules, which an ES module does not define.
  banner: {
    js: "import { createRequire } from 'node:module'\nconst require = createRequire(import.meta.url)",
  },
  // Parsing the bundle takes about half of the start-up time.
  minify: true,
  legalComments: 'eof',
}

/** Builds for publishing. Licenses of bundled packages must be distributed with their code. */
async function buildPackage() {
  const inputs = await bundle(options)
  const inBundle = inputs.flatMap((path) => /node_modules\/((@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? [])
  const texts = [...new Set(inBundle)].toSorted().map(async (name) => {
    const folder = join(inside('../node_modules'), name)
    const license = (await readdir(folder)).find((file) => /^licen[cs]e/i.test(file))
    return `${name}\n\n${await readFile(join(folder, license), 'utf8')}`
  })
  await writeFile(inside('dist/licenses.txt'), (await Promise.all(texts)).join('\n\n'))
}

/** Returns the URL of the bundle, after rebuilding it if an input has changed. */
export async function builtBundle() {
  await bundleIfChanged(options)
  return pathToFileURL(inside('dist/souk.mjs'))
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildPackage()
