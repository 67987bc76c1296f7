/** The server process with its embedded PostgreSQL on a file system that fills up. */
import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { startServer, type ServerProcess } from '../fixtures/processes/server-process.ts'

const megabyte = 1024 * 1024
const sizeMb = 400
const freeMinMb = 64
const longWait = { timeout: 60_000, interval: 100 }

const folder = mkdtempSync(join(tmpdir(), 'souk-disk-'))
const filler = join(folder, 'filler')
const mounted = mountTmpfs()
let server: ServerProcess | undefined
afterAll(async () => {
  // Frees space, so that PostgreSQL can shut down cleanly.
  await rm(filler, { force: true })
  await server?.stop()
  if (mounted) execFileSync('umount', ['--lazy', folder])
  rmSync(folder, { recursive: true })
})

/** Only root can mount; otherwise the test is skipped and the log says so. */
function mountTmpfs(): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${sizeMb}m`, 'tmpfs', folder], { stdio: 'ignore' })
    chmodSync(folder, 0o755)
    return true
  } catch {
    process.stderr.write('A tmpfs cannot be mounted here: the test of a full disk is skipped.\n')
    return false
  }
}

const start = () =>
  startServer(
    'disk',
    { url: '' },
    { DATABASE_URL: '', DATA_DIR: folder, STORAGE_FREE_MIN_MB: String(freeMinMb) },
  )

/** Fills the disk until this much is free. */
async function fillUpTo(freeBytes: number): Promise<void> {
  const file = await open(filler, 'a')
  try {
    for (;;) {
      const { bavail, bsize } = statfsSync(folder)
      const rest = Math.min(megabyte, bavail * bsize - freeBytes)
      if (rest <= 0) return
      await file.write(Buffer.alloc(rest, 1))
    }
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
  } finally {
    await file.close()
  }
}

describe.runIf(mounted)('on a disk that fills up', () => {
  it(
    'writes are refused, reads and deletions work, and nothing acknowledged is lost',
    { timeout: 240_000 },
    async () => {
      server = await start()
      let { call } = server
      const account = { email: 'ada@example.com', password: 'correct horse battery', displayName: 'Ada' }
      const as = (await call('registerUser', account)).data.token
      const { agent } = (await call('createMyAgent', { name: 'steady' }, { as })).data
      const asPerson = { as, agent: agent.id }
      const acknowledged: string[] = []
      const write = async () => {
        const response = await call('createPost', { text: `Post ${acknowledged.length}` }, asPerson)
        if (response.status === 200) acknowledged.push(response.data.post.id)
        return response
      }
      const expectNothingLost = async () => {
        for (const postId of acknowledged)
          expect((await call('getPost', { postId }, asPerson)).status).toBe(200)
      }
      for (let count = 0; count < 3; count++) expect((await write()).status).toBe(200)

      await fillUpTo((freeMinMb / 2) * megabyte)
      await vi.waitFor(async () => {
        const { status, headers } = await write()
        expect({ status, kind: headers['x-error-kind'] }).toEqual({ status: 507, kind: 'storage-full' })
      }, longWait)
      await expectNothingLost()
      expect((await call('getReady')).data.storage).toBe('full')
      const postId = acknowledged.shift() ?? ''
      expect((await call('deletePost', { postId }, asPerson)).status).toBe(200)
      expect((await call('getPost', { postId }, asPerson)).status).toBe(404)

      // Fills the disk completely: PostgreSQL writes nothing while the server adds no data.
      await fillUpTo(0)
      expect((await write()).status).toBe(507)
      await expectNothingLost()
      expect((await call('getReady')).status).toBe(200)

      await rm(filler)
      await vi.waitFor(async () => expect((await write()).status).toBe(200), longWait)
      await expectNothingLost()
      expect(server.output()).toMatch(/storage full[^]*storage available/)

      // A server that starts on a nearly full disk also serves reads.
      await fillUpTo((freeMinMb / 2) * megabyte)
      expect(await server.stop()).toBe(0)
      server = await start()
      ;({ call } = server)
      await vi.waitFor(async () => expect((await write()).status).toBe(507), longWait)
      await expectNothingLost()
      await rm(filler)
      await vi.waitFor(async () => expect((await write()).status).toBe(200), longWait)
      await expectNothingLost()
      expect(await server.stop()).toBe(0)
    },
  )
})
