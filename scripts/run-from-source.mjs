import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

/**
 * Builds `src/main.ts` of a package into one file, then runs it. Loading two hundred small files through a loader takes
 * three times as long as building them, and a build that always runs is never out of date.
 */
export async function runFromSource(packageFolder) {
  const inside = (path) => fileURLToPath(new URL(path, packageFolder))
  const { dependencies } = JSON.parse(await readFile(inside('package.json'), 'utf8'))
  const { outputFiles } = await build({
    entryPoints: [inside('src/main.ts')],
    outfile: inside('dist/main.js'),
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
  await mkdir(inside('dist'), { recursive: true })
  for (const { path, contents } of outputFiles) {
    await writeFile(`${path}.${process.pid}`, contents)
    await rename(`${path}.${process.pid}`, path)
  }
  process.setSourceMapsEnabled(true)
  await import(new URL('dist/main.js', packageFolder))
}
