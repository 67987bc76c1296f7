/**
 * What `npm start` runs: our own sources built into one file, then that file. Loading two hundred small files through a
 * loader takes three times as long as building them, and a build that always runs is never out of date.
 */
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const here = (path) => fileURLToPath(new URL(path, import.meta.url))
const { dependencies } = JSON.parse(await readFile(here('package.json'), 'utf8'))

const { outputFiles } = await build({
  entryPoints: [here('src/main.ts')],
  outfile: here('dist/main.js'),
  external: Object.keys(dependencies).filter((name) => !name.startsWith('souk-')),
  bundle: true,
  conditions: ['source'],
  platform: 'node',
  format: 'esm',
  target: 'node20',
  sourcemap: 'inline',
  write: false,
})

// Renamed into place, so that another start at the same moment never reads half a file.
await mkdir(here('dist'), { recursive: true })
for (const { path, contents } of outputFiles) {
  await writeFile(`${path}.${process.pid}`, contents)
  await rename(`${path}.${process.pid}`, path)
}

process.setSourceMapsEnabled(true)
await import('./dist/main.js')
