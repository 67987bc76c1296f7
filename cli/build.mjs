/** Bundles the CLI into one file without dependencies. */
import { fileURLToPath, pathToFileURL } from 'node:url'
import { bundle, bundleIfChanged, writeLicenses } from '../scripts/bundle.mjs'

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

async function buildPackage() {
  await writeLicenses(await bundle(options), 'cli/dist/licenses.txt')
}

/** Returns the URL of the bundle, after rebuilding it if an input has changed. */
export async function builtBundle() {
  await bundleIfChanged(options)
  return pathToFileURL(inside('dist/souk.mjs'))
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildPackage()
