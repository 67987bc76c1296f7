import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, gzip as gzipCompress } from 'node:zlib'

const run = promisify(execFile)
const [brotli, gzip] = [promisify(brotliCompress), promisify(gzipCompress)]
const root = new URL('../', import.meta.url)
const sources = [
  'contract/src',
  'sdk/src',
  'web/src',
  'web/public',
  'web/index.html',
  'web/vite.config.ts',
  'scripts/compile-messages.ts',
  'scripts/docs-script.ts',
  'package-lock.json',
  'scripts/build-web.mjs',
]
const stamp = new URL('web/dist/built-from', root)

/** Builds the web app if its sources have changed. Returns the output folder. */
export async function buildWeb() {
  const expected = await fingerprint()
  const present = await readFile(stamp, 'utf8').catch(() => '')
  if (present !== expected) await buildFrom(expected)
  return fileURLToPath(new URL('web/dist', root))
}

/** Builds into a temporary folder and renames it, so that a concurrent start never reads a partial build. */
async function buildFrom(expected) {
  await removeInterruptedBuilds()
  const aside = fileURLToPath(new URL(`web/dist-${process.pid}`, root))
  // vitest does not support `import.meta.resolve`.
  const vite = new URL(
    'bin/vite.js',
    pathToFileURL(createRequire(import.meta.url).resolve('vite/package.json')),
  )
  const config = fileURLToPath(new URL('web/vite.config.ts', root))
  // A separate process, so that the build does not depend on the caller's NODE_ENV.
  await run(
    process.execPath,
    [
      fileURLToPath(vite),
      'build',
      '--config',
      config,
      '--outDir',
      aside,
      '--emptyOutDir',
      '--logLevel',
      'error',
    ],
    { env: { ...process.env, NODE_ENV: 'production' } },
  )
  await compressIn(aside)
  await writeFile(`${aside}/built-from`, expected)
  const place = fileURLToPath(new URL('web/dist', root))
  await rename(place, `${aside}-old`).catch(() => undefined)
  await rename(aside, place).catch(() => undefined)
  await rm(`${aside}-old`, { recursive: true, force: true })
  await rm(aside, { recursive: true, force: true })
}

async function removeInterruptedBuilds() {
  for (const name of await readdir(new URL('web', root))) {
    const pid = /^dist-(\d+)(-old)?$/.exec(name)?.[1]
    if (pid !== undefined && !isRunning(Number(pid))) {
      await rm(new URL(`web/${name}`, root), { recursive: true, force: true })
    }
  }
}

function isRunning(pid) {
  try {
    return process.kill(pid, 0)
  } catch ({ code }) {
    return code === 'EPERM'
  }
}

/** Compresses at build time: maximum compression is too slow for every start. */
async function compressIn(folder) {
  const files = await readdir(folder, { recursive: true, withFileTypes: true })
  for (const { parentPath, name } of files.filter((entry) => /\.(html|js|css|svg)$/.test(entry.name))) {
    const file = `${parentPath}/${name}`
    const bytes = await readFile(file)
    await writeFile(`${file}.br`, await brotli(bytes))
    await writeFile(`${file}.gz`, await gzip(bytes))
  }
}

async function fingerprint() {
  const hash = createHash('sha256')
  for (const source of sources) {
    for (const path of await filesOf(source)) hash.update(path).update(await readFile(new URL(path, root)))
  }
  return hash.digest('hex')
}

async function filesOf(source) {
  const found = await readdir(new URL(source, root), { recursive: true, withFileTypes: true }).catch(
    () => undefined,
  )
  if (found === undefined) return [source]
  const folder = fileURLToPath(root)
  return found
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath}/${entry.name}`.slice(folder.length))
    .toSorted()
}
