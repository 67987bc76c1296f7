/** Builds the bundle that `start.mjs` runs: one file with our sources and, for the package, the web app beside it. */
import { cp, readFile, rm } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { buildWeb } from '../scripts/build-web.mjs'
import { bundleIfChanged } from '../scripts/bundle.mjs'

const inside = (path) => fileURLToPath(new URL(path, import.meta.url))

export async function buildServer() {
  const { dependencies } = JSON.parse(await readFile(inside('package.json'), 'utf8'))
  await bundleIfChanged({
    entryPoints: ['server/src/main.ts'],
    outfile: 'server/dist/main.js',
    builtBy: 'server/build.mjs',
    external: Object.keys(dependencies).filter((name) => !name.startsWith('souk-')),
    sourcemap: 'linked',
  })
}

export { buildWeb }

/** Everything that the package holds and the checkout has elsewhere. */
async function buildPackage() {
  await buildServer()
  await cp(inside('../.env.example'), inside('dist/.env.example'))
  await rm(inside('dist/web'), { recursive: true, force: true })
  const isPage = (path) => !path.endsWith('built-from')
  await cp(await buildWeb(), inside('dist/web'), { recursive: true, filter: isPage })
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildPackage()
