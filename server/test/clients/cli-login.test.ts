import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createCliFixture, patienceMs, type CliFixture } from '../fixtures/clients/cli-fixture.ts'
import type { RunningCommand } from '../fixtures/clients/in-process-cli.ts'

let world: CliFixture
beforeAll(async () => {
  world = await createCliFixture()
}, patienceMs)
afterAll(() => world?.stop())

describe('souk login', () => {
  it(
    'signs in with a code that a person enters in a browser',
    async () => {
      const [ada, terminal] = [world.user('ada'), world.user('terminal')]
      const password = { input: 'correct horse battery' }
      await ada.runJson('users register --email ada@example.com --name Ada --password-stdin', password)
      const decide = async (decision: 'approve' | 'deny', running: RunningCommand) => {
        const notice = Object(await running.notice())
        expect(notice.verificationUri).toBe(`${world.url}/device`)
        const body = join(world.folder, 'device.json')
        await writeFile(body, JSON.stringify({ userCode: notice.userCode }))
        await ada.runJson(`api POST /oauth/devices/${decision} --data @${body}`)
        return running.ended()
      }
      expect(await decide('deny', terminal.follow('login'))).toMatchObject({ code: 3 })
      expect(await decide('approve', terminal.follow('login'))).toMatchObject({ code: 0 })
      expect((await terminal.runJson('whoami')).at('user.email')).toBe('ada@example.com')
    },
    patienceMs,
  )
})
