import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { day, hour, minute } from '../../src/lib/clock.ts'
import { isId } from '../../src/lib/ids.ts'
import { uploadFile } from '../fixtures/files/file-uploads.ts'
import { fail } from '../fixtures/fail.ts'
import { startSouk, type Person, type Souk } from '../fixtures/harness.ts'
import { auditActionsOn, signIn } from '../fixtures/people/organizations.ts'
import { readZip } from '../fixtures/files/read-zip.ts'
import { createTaskFixture, type TaskFixture } from '../fixtures/a2a/task-fixture.ts'
import { marketMetadata, text } from '../fixtures/a2a/task-messages.ts'
import type { TestAgent } from '../fixtures/people/test-agents.ts'

let souk: Souk
let trade: TaskFixture
beforeAll(async () => {
  souk = await startSouk()
  trade = await createTaskFixture(souk)
})
afterEach(() => expect(souk.loggedErrors.splice(0)).toEqual([]))
afterAll(() => souk.stop())

const as = ({ token }: Person) => ({ as: token })
const build = async () => {
  while ((await souk.work(['data-exports'])) > 0);
}
const stateOf = async (person: Person) => (await souk.call('getExport', {}, as(person))).data.export

async function exported(person: Person): Promise<Map<string, Buffer>> {
  expect((await souk.call('requestExport', {}, as(person))).status).toBe(200)
  await build()
  const { status, headers, bytes } = await souk.call('getExportContent', {}, as(person))
  expect([status, headers['content-type']]).toEqual([200, 'application/zip'])
  expect(headers['content-disposition']).toMatch(/^attachment; filename\*=UTF-8''souk-export-[\d-]+\.zip$/)
  return readZip(bytes)
}

const listIn = (files: Map<string, Buffer>, name: string): Record<string, unknown>[] => {
  const parsed: unknown = JSON.parse((files.get(name) ?? fail(`no ${name}`)).toString())
  return Array.isArray(parsed) ? parsed : fail(`${name} is no list`)
}

describe('requestExport', () => {
  it('builds an archive with the data and the files of the person', async () => {
    const { person, agent, key } = trade.client
    const { id: fileId } = await uploadFile(souk, key, Buffer.from('a file of mine'))
    const task = await trade.deliver(await trade.hire(5000))
    const files = await exported(person)
    expect(listIn(files, 'account.json')).toMatchObject([{ id: person.user.id, email: person.email }])
    expect(listIn(files, 'agents.json')).toMatchObject([{ id: agent.id, handle: agent.name }])
    expect(listIn(files, 'tasks.json')).toMatchObject([{ id: task.id, role: 'client', phase: 'delivered' }])
    expect(listIn(files, 'task-messages.json').length).toBeGreaterThan(1)
    expect(listIn(files, 'transactions.json')).toContainEqual(
      expect.objectContaining({ kind: 'hold', amount: -5000, agentId: agent.id, balance: 'available' }),
    )
    const names = [...files.keys()].filter((name) => name.includes(fileId))
    expect(names.map((name) => files.get(name)?.toString())).toEqual(['a file of mine'])
    const { email } = trade.provider.person
    expect([...files.values()].some((content) => content.includes(email))).toBe(false)
  })

  it('contains a task that is hidden from its client only for the provider, as a reply without a task stays', async () => {
    const { client, provider } = await createTaskFixture(souk)
    const { name } = provider.agent
    const tasksOf = async () => (await souk.call('listTasks', { name }, provider.key)).data.tasks
    // Makes the provider online, so that the call waits.
    await tasksOf()
    const pending = souk.call('sendMessage', { name, message: { parts: text('Hello') } }, client.key)
    await expect.poll(tasksOf).toHaveLength(1)
    const [task] = await tasksOf()
    const ids = async ({ person }: TestAgent) => {
      await souk.call('removeExport', {}, as(person))
      const files = await exported(person)
      return ['tasks.json', 'task-messages.json'].map((path) => [
        ...new Set(listIn(files, path).map((row) => row['taskId'] ?? row['id'])),
      ])
    }
    const all = [[task?.id], [task?.id]]
    const none = [[], []]
    expect([await ids(client), await ids(provider)]).toEqual([none, all])
    const message = {
      role: 'agent',
      parts: text('Hi'),
      taskId: task?.id ?? '',
      metadata: marketMetadata({ reply: 'message' }),
    }
    await souk.call('sendMessage', { name, message }, provider.key)
    expect((await pending).data.message).toBeDefined()
    expect([await ids(client), await ids(provider)]).toEqual([none, all])
  })

  it('contains a task for both parties once its client can see it', async () => {
    const { client, provider, hire } = await createTaskFixture(souk)
    const { id } = await hire(0)
    for (const { person } of [client, provider])
      expect(listIn(await exported(person), 'tasks.json')).toMatchObject([{ id }])
  })

  it('exports no secrets', async () => {
    const { person } = trade.client
    const { rows } = await sql<{ secret: string }>`
      select password_hash as secret from users
      union all select encode(secret_hash, 'hex') from sessions
      union all select encode(secret_hash, 'hex') from agent_keys`.execute(souk.context.database)
    await souk.call('removeExport', {}, as(person))
    const contents = [...(await exported(person)).values()].map(String)
    for (const { secret } of [...rows, { secret: person.token }, { secret: person.password }]) {
      expect(contents.filter((content) => content.includes(secret))).toEqual([])
    }
  })

  it('needs a recent password, and so does the download', async () => {
    const person = await souk.person()
    souk.clock.advance(11 * minute)
    expect((await souk.call('requestExport', {}, as(person))).body['code']).toBe('reauthentication-required')
    await souk.call('confirmPassword', { password: person.password }, as(person))
    await exported(person)
    souk.clock.advance(hour)
    const late = await souk.call('getExportContent', {}, as(person))
    expect([late.status, late.body['code']]).toEqual([403, 'reauthentication-required'])
    expect((await souk.call('getExportContent', {}, as(await signIn(souk, person)))).status).toBe(200)
  })

  it('returns the archive that is being built, and a new one after an hour', async () => {
    const person = await souk.person()
    const request = async () => souk.call('requestExport', {}, as(person))
    const [first, second] = [await request(), await request()]
    expect(second.data).toEqual(first.data)
    expect((await souk.call('getExportContent', {}, as(person))).status).toBe(409)
    await build()
    expect((await request()).status).toBe(409)
    souk.clock.advance(hour)
    await souk.call('confirmPassword', { password: person.password }, as(person))
    expect((await request()).data.export.state).toBe('building')
  })

  it('emails the person and records the export', async () => {
    const person = await souk.person()
    await exported(person)
    await souk.work(['mails'])
    const mails = (await souk.mails()).filter(({ to }) => to === person.email)
    const ready = mails.find(({ subject }) => subject === 'Your data is ready to download')
    expect(ready?.text).toMatch(/Download it from your settings by \w+ \d+, \d{4} at [\d:]+ [AP]M \(UTC\)\./u)
    expect(await auditActionsOn(souk, person.user.id)).toEqual(
      expect.arrayContaining(['export.requested', 'export.completed']),
    )
  })

  it('deletes the archive and its bytes after three days', async () => {
    const person = await souk.person()
    await exported(person)
    souk.clock.advance(3 * day)
    await souk.work(['data-exports', 'files'])
    await souk.work(['files'])
    expect(await stateOf(await signIn(souk, person))).toBeNull()
    const { rows } = await sql<{ count: number }>`
      select count(*)::integer as count from blobs b where not exists (
        select from file_parts p where p.blob_id = b.id union all select from data_export_parts p where p.blob_id = b.id)`.execute(
      souk.context.database,
    )
    expect(rows).toEqual([{ count: 0 }])
  })

  it('starts again after a crash, and gives up after five attempts', async () => {
    const person = await souk.person()
    await souk.call('requestExport', {}, as(person))
    const { database } = souk.context
    await database
      .updateTable('data_exports')
      .set({ attempt: 3, due_at: souk.clock.now() })
      .where('user_id', '=', idOf(person))
      .execute()
    await build()
    expect(await stateOf(person)).toMatchObject({ state: 'ready' })
    await souk.call('removeExport', {}, as(person))
    await souk.call('requestExport', {}, as(person))
    await database
      .updateTable('data_exports')
      .set({ attempt: 5 })
      .where('user_id', '=', idOf(person))
      .execute()
    await build()
    expect(await stateOf(person)).toMatchObject({ state: 'failed', size: null })
  })
})

const idOf = ({ user: { id } }: Person) => (isId('usr', id) ? id : fail('no id'))

describe('getExportContent', () => {
  it('serves the archive only to the person, and only to a session', async () => {
    const [ada, grace] = [await souk.person(), await souk.person()]
    await exported(ada)
    expect((await souk.call('getExportContent', {}, as(grace))).status).toBe(404)
    await souk.call('endCurrentSession', {}, as(ada))
    expect((await souk.call('getExportContent', {}, as(ada))).status).toBe(401)
  })

  it('returns ranges', async () => {
    const person = await souk.person()
    await exported(person)
    const options = { ...as(person), headers: { range: 'bytes=0-3' } }
    const { status, bytes } = await souk.call('getExportContent', {}, options)
    expect([status, bytes]).toEqual([206, Buffer.from('PK\u0003\u0004')])
  })
})

describe('exportUser', () => {
  it('starts the archive of a person, who alone can download it', async () => {
    const [person, support] = [await souk.person(), await souk.operator('support')]
    const input = { userId: person.user.id, reason: 'Asked for by letter.' }
    expect((await souk.call('exportUser', input, as(support))).data.export.state).toBe('building')
    await build()
    expect(await stateOf(person)).toMatchObject({ state: 'ready' })
    expect(await stateOf(support)).toBeNull()
    expect((await souk.call('exportUser', { ...input, userId: 'usr_x' }, as(support))).status).toBe(404)
  })
})
