/** Completes the package after the compiler: puts the contract and its schema library into it, so that it has no dependencies. */
import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { withoutDescriptions } from '../scripts/without-descriptions.mjs'

const inside = (path) => fileURLToPath(new URL(path, import.meta.url))
const dist = inside('dist')
const contract = join(dist, 'contract')
const library = join(dist, 'typebox')

// One file per module, so that bundles leave out the routes that they do not use.
await cp(inside('../contract/dist'), contract, { recursive: true })

const libraryEntry = createRequire(inside('../contract/package.json')).resolve('typebox')
await build({
  entryPoints: [libraryEntry],
  outfile: join(library, 'index.mjs'),
  bundle: true,
  format: 'esm',
  target: 'es2022',
  // Also removes comments with paths of the build machine.
  minifyWhitespace: true,
})
const types = libraryEntry.replace(/\.mjs$/, '.d.mts')
await copyTypes(types, dirname(types), new Set())
const root = libraryEntry.slice(
  0,
  libraryEntry.lastIndexOf('/node_modules/typebox/') + '/node_modules/typebox/'.length,
)
await cp(join(root, 'license'), join(library, 'LICENSE'))

const targets = { 'souk-contract': join(contract, 'index.js'), typebox: join(library, 'index.mjs') }
for (const entry of await readdir(dist, { recursive: true, withFileTypes: true })) {
  const path = join(entry.parentPath, entry.name)
  if (entry.isFile() && /\.(js|d\.ts)$/.test(path)) await localize(path)
  if (entry.isFile() && /contract\/(shapes|routes)\/.*\.js$/.test(path))
    await writeFile(path, withoutDescriptions(await readFile(path, 'utf8')))
}

/** Copies the declarations that a file reaches. */
async function copyTypes(file, from, seen) {
  if (seen.has(file)) return
  seen.add(file)
  const text = await readFile(file, 'utf8')
  const copy = join(library, relative(from, file))
  await mkdir(dirname(copy), { recursive: true })
  await writeFile(copy, text)
  for (const [, specifier] of text.matchAll(/(?:from|import) ?\(?['"](\.[^'"]+)\.mjs['"]/g))
    await copyTypes(join(dirname(file), `${specifier}.d.mts`), from, seen)
}

/** Replaces the names of packages by relative paths. */
async function localize(path) {
  const text = await readFile(path, 'utf8')
  const local = text.replaceAll(
    /(from|import\(|import) ?(['"])(souk-contract|typebox)\2/g,
    (_, word, quote, name) => {
      const target = relative(dirname(path), targets[name])
      return `${word}${word.endsWith('(') ? '' : ' '}${quote}${target.startsWith('.') ? target : `./${target}`}${quote}`
    },
  )
  if (local !== text) await writeFile(path, local)
}
