/** Builds the bundle that `start.mjs` runs and, for the package, the web app and the licenses beside it. */
import { cp, readFile, rm } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { buildWeb } from '../scripts/build-web.mjs'
import { bundle, bundleIfChanged, writeLicenses } from '../scripts/bundle.mjs'

const inside = (path) => fileURLToPath(new URL(path, import.meta.url))

/** Development dependencies are bundled: Kysely and typebox are hundreds of files, which take a quarter of the start to load one by one. */
async function bundleOptions() {
  const { dependencies } = JSON.parse(await readFile(inside('package.json'), 'utf8'))
  return {
    entryPoints: ['server/src/main.ts'],
    outfile: 'server/dist/main.js',
    builtBy: 'server/build.mjs',
    external: Object.keys(dependencies),
    sourcemap: 'linked',
    // Node only maps positions, and reads the map at every start.
    sourcesContent: false,
  }
}

export async function buildServer() {
  await bundleIfChanged(await bundleOptions())
}

export { buildWeb }

/** Everything that the package holds and the checkout has elsewhere. */
async function buildPackage() {
  await writeLicenses(await bundle(await bundleOptions()), 'server/dist/licenses.txt')
  await cp(inside('../.env.example'), inside('dist/.env.example'))
  await rm(inside('dist/web'), { recursive: true, force: true })
  const isPage = (path) => !path.endsWith('built-from')
  await cp(await buildWeb(), inside('dist/web'), { recursive: true, filter: isPage })
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildPackage()
