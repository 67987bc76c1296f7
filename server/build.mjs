/** Builds the bundle that `start.mjs` runs: one file with our sources and, for the package, the web app beside it. */
import { cp, mkdir, readFile, rename, rm } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { build, stop } from 'esbuild'
import { buildWeb } from '../scripts/build-web.mjs'

const inside = (path) => fileURLToPath(new URL(path, import.meta.url))

/** A build that always runs is never out of date, and takes a third of the time that a loader of sources does. */
export async function buildServer() {
  const { dependencies } = JSON.parse(await readFile(inside('package.json'), 'utf8'))
  // As deep as where it goes, because its source map names files from there.
  const aside = inside(`dist-${process.pid}`)
  await build({
    absWorkingDir: inside('.'),
    entryPoints: [inside('src/main.ts')],
    outfile: `${aside}/main.js`,
    external: Object.keys(dependencies).filter((name) => !name.startsWith('souk-')),
    bundle: true,
    conditions: ['source'],
    platform: 'node',
    format: 'esm',
    target: 'node20',
    sourcemap: 'linked',
  })
  await mkdir(inside('dist'), { recursive: true })
  // Renamed into place, so that another start at the same moment never reads half a file.
  for (const name of ['main.js.map', 'main.js']) await rename(`${aside}/${name}`, inside(`dist/${name}`))
  await rm(aside, { recursive: true })
  // Its service would stay beside the server as long as that runs.
  await stop()
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
