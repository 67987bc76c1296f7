import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, openSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { text } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { fail } from '../fixtures/fail.ts'
import { command } from '../fixtures/clients/cli-fixture.ts'
import { endWithTests } from '../fixtures/processes/programs.ts'

const env = { PATH: process.env['PATH'], HOME: tmpdir() }
/** Device whose writes fail as on a full disk. */
const fullDevice = '/dev/full'

describe('standard output', () => {
  it.skipIf(!existsSync(fullDevice))('fails with a message if it cannot be written', async () => {
    const full = openSync(fullDevice, 'w')
    const child = spawn('node', [command, 'completion', 'bash'], { env, stdio: ['ignore', full, 'pipe'] })
    endWithTests(child)
    const [errors] = await Promise.all([text(child.stderr ?? fail('no standard error')), once(child, 'exit')])
    closeSync(full)
    expect(errors).toContain('ENOSPC')
    expect(child.exitCode).toBe(2)
  })

  it('ends with success if its reader closes early', async () => {
    const child = spawn('node', [command, 'completion', 'bash'], { env, stdio: ['ignore', 'pipe', 'pipe'] })
    endWithTests(child)
    child.stdout.destroy()
    const [errors] = await Promise.all([text(child.stderr), once(child, 'exit')])
    expect(errors).toBe('')
    expect(child.exitCode).toBe(0)
  })

  it('keeps the exit code if standard error is closed', async () => {
    const child = spawn('node', [command, 'api', 'GET', 'nonsense'], {
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    endWithTests(child)
    child.stderr.destroy()
    await once(child, 'exit')
    expect(child.exitCode).toBe(1)
  })
})
