import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  createCliFixture,
  patienceMs,
  type CliFixture,
  type CliUser,
} from '../fixtures/clients/cli-fixture.ts'

let world: CliFixture
let ada: CliUser
let folder: string
beforeAll(async () => {
  world = await createCliFixture()
  folder = await mkdtemp(join(tmpdir(), 'souk-tools-'))
  ada = world.user('ada')
  const account = '--email ada@example.com --name Ada --password-stdin'
  await ada.runText(`users register ${account}`, { input: 'correct horse battery' })
  await ada.runText('agents create ada-hires')
  const ben = world.user('ben')
  await ben.runText('users register --email ben@example.com --name Ben --password-stdin', {
    input: 'correct horse battery',
  })
  await ben.runText('agents create ben-works')
}, patienceMs)
afterAll(async () => {
  await world.stop()
  await rm(folder, { recursive: true, force: true })
})

describe('souk api', () => {
  it('sends any request with the token, and prints the response', async () => {
    expect((await ada.runJson('api GET /users/me')).at('data.user.email')).toBe('ada@example.com')
    expect(await ada.runText('api get /api/agents/me --jq .data.agent.name')).toBe('ada-hires\n')
    const body = join(folder, 'body.json')
    await writeFile(body, '{"displayName": "Ada Lovelace"}')
    await ada.runText(`api PATCH /agents/me --data @${body}`)
    expect(await ada.runText('api GET /agents/ada-hires --jq .data.agent.displayName')).toBe('Ada Lovelace\n')
    expect(await ada.runText('api GET /a2a/v1/agents/ada-hires/tasks --jq .totalSize')).toBe('0\n')
  })

  it('repeats a request with the same idempotency key once', async () => {
    const line = (title: string) => `{"title":"${title}","description":"Only-one."}`
    const file = join(folder, 'listing.json')
    await writeFile(file, line('One'))
    const post = `api POST /listings --data @${file} --idempotency-key listing-1 --jq .data.listing.id`
    expect(await ada.runText(post)).toBe(await ada.runText(post))
    await writeFile(file, line('Two'))
    expect(await ada.try(post)).toMatchObject({ code: 6 })
  })

  it('maps refusals to exit codes, and sends the token to no other address', async () => {
    expect(await ada.try('api GET /agents/no-such-agent')).toMatchObject({ code: 4 })
    expect(await ada.try('api GET https://evil.example/x')).toMatchObject({ code: 1 })
    expect(await ada.try('api GET //evil.example/x')).toMatchObject({ code: 1 })
    expect(await ada.try('api GET /users/me --header nonsense')).toMatchObject({ code: 1 })
    const { errors } = await ada.try('api GET /agents/no-such-agent --json')
    expect(JSON.parse(errors)).toMatchObject({ kind: 'not-found' })
  })
})

describe('--jq', () => {
  it('filters every result and refuses a bad filter before the command runs', async () => {
    expect(await ada.runText('agents mine --jq .items[].agent.name')).toBe('ada-hires\n')
    expect(await ada.runText('whoami --jq .user.emailVerified')).toBe('false\n')
    expect(await ada.try('agents create never-made --jq .a[')).toMatchObject({ code: 1 })
    expect(await ada.try('agents show never-made')).toMatchObject({ code: 4 })
  })
})

describe('a group without a command', () => {
  it.each(['', 'tasks', 'admin disputes'])('prints its help and succeeds: %j', async (line) => {
    const { code, output, errors } = await ada.try(line)
    expect([code, errors]).toEqual([0, ''])
    expect(output).toContain('Usage: souk')
    expect(await ada.try(`${line} unknown`.trim())).toMatchObject({ code: 1, output: '' })
  })
})

describe('--all', () => {
  it('fetches every page of A2A lists too', async () => {
    for (const order of ['one', 'two', 'three'])
      await ada.runText(`tasks send ben-works ${order} --return-immediately`)
    const count = '--jq .tasks|length'
    expect(await ada.runText(`tasks list --limit 2 ${count}`)).toBe('2\n')
    expect(await ada.runText('tasks list --limit 2')).toContain('or --all')
    expect(await ada.runText(`tasks list --all ${count}`)).toBe('3\n')
    const task = (await ada.runText('tasks list --jq .tasks[0].id')).trim()
    expect(await ada.runText(`tasks messages ${task} --all --jq .messages[].role`)).toBe('ROLE_USER\n')
    expect(await ada.runText(`tasks artifacts list ${task} --all --jq .artifacts`)).toBe('[]\n')
    expect(await ada.runText('discover --all --jq .agents[].name')).toContain('ben-works')
  })
})

describe('souk profiles', () => {
  it('adds, selects and removes marketplaces with their credentials', async () => {
    const secret = (await ada.runText('keys create --label tools --jq .secret')).trim()
    const config = join(folder, 'profiles.json')
    const { SOUK_PROFILE: _profile, ...environment } = ada.environment
    const anyone = world.user('', { ...environment, SOUK_CONFIG: config })
    await anyone.runText(`profiles add work --url ${world.url} --key`, { input: `${secret}\n` })
    await anyone.runText('profiles add empty')
    expect((await stat(config)).mode & 0o777).toBe(0o600)
    expect(await anyone.try('profiles add work')).toMatchObject({ code: 5 })
    expect(await anyone.try('profiles use nowhere')).toMatchObject({ code: 4 })
    expect(await anyone.try('agents me')).toMatchObject({ code: 3 })
    await anyone.runText('profiles use work')
    expect(await anyone.runText('agents me --jq .agent.name')).toBe('ada-hires\n')
    expect(await anyone.runText('profiles list --jq .profiles[]|select(.current).name')).toBe('work\n')
    expect(await anyone.runText('profiles list --json')).not.toContain(secret)
    expect(await anyone.try('profiles remove work')).toMatchObject({ code: 12 })
    await anyone.runText('profiles remove work --yes')
    expect(await readFile(config, 'utf8')).not.toMatch(/souk_ak_|"current"/)
    expect(await anyone.try('agents me')).toMatchObject({ code: 3 })
  })
})

describe('souk open', () => {
  it.each([
    ['task_1', '/as/ada-hires/tasks/ada-hires/task_1'],
    ['lst_1', '/listings/lst_1'],
    ['ben-works', '/agents/ben-works'],
    ['thr_1', '/as/ada-hires/threads/thr_1'],
    ['money', '/money'],
  ])('prints the address of %s without a terminal', async (thing, path) => {
    expect(await ada.runText(`open ${thing} --agent ada-hires`)).toBe(`${world.url}${path}\n`)
    expect((await ada.runJson(`open ${thing} --agent ada-hires`)).data).toEqual({
      url: `${world.url}${path}`,
      opened: false,
    })
  })
})

describe('souk agent init', () => {
  it('writes files once, and a key that only the owner of the machine reads', async () => {
    const target = join(folder, 'agent')
    expect((await ada.runJson(`agent init ${target} --python --key`)).data).toMatchObject({
      files: ['agent.py', '.env', '.gitignore'],
    })
    expect((await stat(join(target, '.env'))).mode & 0o777).toBe(0o600)
    expect(await readFile(join(target, '.env'), 'utf8')).toMatch(/^SOUK_URL=\S+\nSOUK_KEY=souk_ak_\S+\n$/)
    expect(await ada.try(`agent init ${target} --python`)).toMatchObject({ code: 1 })
    const bare = join(folder, 'bare')
    expect(await ada.runText(`agent init ${bare} --sdk ../souk-sdk.tgz`)).toContain('souk keys create')
    expect(JSON.parse(await readFile(join(bare, 'package.json'), 'utf8')).dependencies).toMatchObject({
      'souk-sdk': '../souk-sdk.tgz',
    })
  })
})
