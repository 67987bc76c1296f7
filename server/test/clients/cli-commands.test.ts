/** Commands of two people with their agents; the tests build on each other. */
import { randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { attemptBy, callback } from '../fixtures/mcp/oauth-app.ts'
import { startFaultyLine } from '../fixtures/processes/faulty-line.ts'
import { fail } from '../fixtures/fail.ts'
import { testImages } from '../../src/lib/images/test-images.ts'
import {
  createCliFixture,
  patienceMs,
  untyped,
  type CliUser,
  type CliFixture,
} from '../fixtures/clients/cli-fixture.ts'

let world: CliFixture
let ada: CliUser
let ben: CliUser
let file: string
beforeAll(async () => {
  world = await createCliFixture()
  ada = world.user('ada')
  ben = world.user('ben')
  file = join(world.folder, 'letter.txt')
  await writeFile(file, 'Good day!\n')
})
afterAll(() => world?.stop())
vi.setConfig({ testTimeout: patienceMs })

const password = { input: 'correct horse battery\n' }

/** Connects an app to an agent, as a person does in a browser. */
async function connectApp(email: string, agentId: string): Promise<void> {
  const post = async (path: string, content: object, token?: string) => {
    const headers = {
      'content-type': 'application/json',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    }
    const response = await fetch(`${world.url}${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(content),
    })
    return Object(await response.json())
  }
  const { token } = (await post('/api/sessions', { email, password: password.input.trim() })).data
  const registered = await post('/oauth/register', { client_name: 'Foreman', redirect_uris: [callback] })
  const { query, verifier } = attemptBy(registered.client_id)
  const consent = { query, agentId, scopes: ['read', 'spend'], dailyLimit: { amount: 5000, currency: 'USD' } }
  const { redirectTo } = (await post('/api/oauth/authorizations/approve', consent, token)).data
  const form = new URLSearchParams({
    grant_type: 'authorization_code',
    client_id: registered.client_id,
    code: new URL(redirectTo).searchParams.get('code') ?? fail('no code'),
    code_verifier: verifier,
  })
  expect((await fetch(`${world.url}/oauth/token`, { method: 'POST', body: form })).status).toBe(200)
}

describe('souk users, agents and keys', () => {
  it('registers, shows and updates the account', async () => {
    expect(
      await ada.runText('users register --email ada@example.com --name Ada --password-stdin', password),
    ).toContain('Created account.')
    await ben.runJson('users register --email ben@example.com --name Ben --password-stdin', password)
    expect(await ada.runText('users me')).toMatch(/email +ada@example\.com/)
    expect((await ada.runJson('users update --name "Ada L."')).at('user.displayName')).toBe('Ada L.')
    const passwords = { input: 'correct horse battery\nanother horse battery\n' }
    const newPassword = { input: 'another horse battery\n' }
    await ada.runJson('users update --password --password-stdin', passwords)
    expect(await ada.runText('users reset-password --email ada@example.com')).toContain(
      'an email is on its way',
    )
    expect(await ada.runText('users check-deletion')).toContain('No deletion is scheduled for this account.')
    expect(await ada.runText('users delete --yes')).toContain('The account will be deleted at')
    expect(await ada.runText('users restore')).toContain('No deletion is scheduled for this account.')
    expect(await ada.runText('terms show')).toContain('This marketplace has no terms of service.')
    expect((await ada.try('terms accept --terms 1')).code).toBe(5)
    expect(await ada.runText('users request-verification')).toContain('Sent verification email.')
    expect((await ada.try('users verify ott_nothing')).code).toBe(4)
    const sessions = await ada.runJson('users sessions list')
    expect(await ada.runText('users sessions confirm-password --password-stdin', newPassword)).toContain(
      'Confirmed password.',
    )
    expect(await ada.runText(`users sessions end ${sessions.at('items.0.id')}`)).toContain('Ended session.')
    expect((await ada.try('users me')).code).toBe(3)
    await ada.runJson('login --email ada@example.com --password-stdin', { input: 'another horse battery' })
  })

  it('lists, limits and disconnects apps', async () => {
    const dan = world.user('dan')
    await dan.runJson('users register --email dan@example.com --name Dan --password-stdin', password)
    await dan.runJson('agents create dan-hires')
    await connectApp('dan@example.com', 'dan-hires')
    const id = (await dan.runJson('apps list')).at('items.0.id')
    expect(await dan.runText(`apps update ${id} --daily-limit 75`)).toMatch(/daily limit +USD 75\.00/)
    expect(await dan.runText(`apps disconnect ${id}`)).toContain('Disconnected app.')
    expect(await dan.runText('apps list')).toContain('No connected apps.')
  })

  it('shows a portfolio, an avatar and a banner', async () => {
    const eve = world.user('eve')
    await eve.runJson('users register --email eve@example.com --name Eve --password-stdin', password)
    await eve.runJson('agents create eve-shows --kind team')
    const image = join(world.folder, 'eve.png')
    await writeFile(image, testImages.png.bytes)
    const first = await eve.runJson('agents portfolio add "First work" --url https://eve.example/one')
    const second = await eve.runJson(`agents portfolio add Second --file ${file}`)
    await eve.runJson(`agents portfolio update ${first.at('item.id')} --title "Better title"`)
    await eve.runJson(`agents portfolio reorder --items ${second.at('item.id')},${first.at('item.id')}`)
    expect(await eve.runText('agents portfolio list eve-shows')).toMatch(/Second[^]*Better title/)
    const copy = join(world.folder, 'portfolio-copy.txt')
    await eve.runText(`agents portfolio download eve-shows ${second.at('item.file.fileId')} --output ${copy}`)
    expect(await readFile(copy, 'utf8')).toBe('Good day!\n')
    expect(await eve.runText(`agents portfolio remove ${first.at('item.id')} --yes`)).toContain(
      'Deleted item.',
    )
    for (const name of ['avatar', 'banner']) {
      const shown = new RegExp(`${name} +http.*/api/agents/eve-shows/files/file_`)
      expect(await eve.runText(`agents ${name} set ${image}`)).toMatch(shown)
      expect(await eve.runText(`agents ${name} remove`)).toContain(`Removed ${name}.`)
    }
    expect(await eve.runText('agents show eve-shows')).toMatch(/kind +team/)
  })

  it('creates agents and shows them publicly', async () => {
    const skills = '[{"id":"letters","name":"Letters","description":"Writes them.","tags":["letters"]}]'
    await writeFile(join(world.folder, 'skills.json'), skills)
    await ada.runJson('agents create ada-hires --display-name "Ada hires" --tags hiring')
    const options = `--tags writing,letters --skills @${join(world.folder, 'skills.json')} --pricing fixed --price 18.50 --currency USD`
    expect(await ben.runText(`agents create ben-writes ${options}`)).toMatch(/pricing +USD 18\.50/)
    await ben.runJson('agents create ben-reads --beside --visibility private')
    expect(await ada.runText('agents list letters')).toMatch(/AGENT +NAME.*\nben-writes/)
    expect(await ada.runText('agents list --max-price 18.50')).toContain('ben-writes')
    expect(await ada.runText('agents facets letters --min-price 1')).toMatch(/tag +letters +1[^]*Total: 1\n/)
    expect((await ada.try('agents list --min-rating 5.5')).code).toBe(1)
    expect(await ada.runText('agents show ben-writes')).toMatch(/skills +letters/)
    expect((await ben.runJson('agents me')).at('agent.name')).toBe('ben-writes')
    expect(await ben.runText('agents mine')).toContain('ben-reads')
    expect(
      (await ben.runJson('agents update --description "Letters of all kinds."')).at('agent.description'),
    ).toContain('all kinds')
    await ben.runText('agents select ben-writes')
    expect(await ben.runText('use ben-writes')).toBe('Acting as ben-writes.\n')
    expect(await ben.runText('whoami')).toMatch(/agent +ben-writes/)
    expect((await ada.runJson('agents card ben-writes')).at('name')).toBe('ben-writes')
    expect(await ada.runText('agents card ben-writes --extended')).toContain('"supportedInterfaces"')
    expect(await ada.runText('stats')).toMatch(/fee +5\.00 %/)
    expect(await ada.runText('discover letters --input-modes text/plain')).toContain('ben-writes')
    expect(await ben.runText('agents check-archive ben-reads')).toContain('The agent can be archived.')
    expect(await ben.runText('users storage')).toMatch(/allowed +20000000 bytes/)
    expect((await ben.runJson('agents remove ben-reads --yes')).data).toEqual({ done: true })
    expect(await ben.runText('agents archived')).toContain('ben-reads')
    expect(await ben.runText('agents move-funds ben-reads ben-writes')).toContain('Moved funds.')
    expect(await ben.runText('agents restore ben-reads')).toContain('ben-reads')
    await ben.runJson('agents remove ben-reads --yes')
  })

  it('creates keys, links a person with an approved code and removes the link', async () => {
    const created = await ben.runJson('keys create --label worker --expires 30d')
    const software = world.user('software')
    expect(await software.runText('login --key', { input: created.at('secret') })).toBe(
      'Signed in as agent ben-writes.\n',
    )
    expect((await software.try('agents link-code')).code).toBe(7)
    const waiting = await ben.runJson('approvals list --state pending')
    const approved = await ben.runText(`approvals approve ${waiting.at('items.0.id')} --yes`)
    const code = /"code": "([^"]+)"/.exec(approved)?.[1] ?? ''
    expect(await ada.runText(`agents link ${code}`)).toContain('Linked agent.')
    expect(await ben.runText('agents people list')).toMatch(/Ada L\. +operator/)
    const userId = (await ada.runJson('users me')).at('user.id')
    expect(await ben.runText(`agents people remove ${userId} --yes`)).toContain('Removed person.')
    const again = await ben.runJson('agents link-code')
    expect(await ada.runText(`agents link ${again.at('code')}`)).toContain('Linked agent.')
    expect(await ben.runText('keys list --all')).toMatch(/worker +active/)
    expect(await ben.runText(`keys deactivate ${created.at('key.kid')} --yes`)).toContain('Deactivated key.')
    expect(await ben.try(`keys enable ${created.at('key.kid')}`)).toMatchObject({
      code: 5,
      errors: expect.stringContaining('This key can no longer be enabled.'),
    })
    expect(await software.try('whoami')).toMatchObject({
      code: 3,
      errors: expect.stringContaining('souk login'),
    })
    expect(await ada.runText('agents remove ben-writes --yes')).toContain('Removed agent.')
  })

  it('sets a gate, simulates it and decides an approval', async () => {
    const rule = '--rule listing.create --effect requireApproval --budget-day 500.00 --currency USD'
    expect(await ada.runText(`agents gate set --mode enforce ${rule}`)).toContain(
      'listing.create: requireApproval',
    )
    expect(await ada.runText('agents gate show')).toMatch(/budgets +USD 500\.00 per day/)
    expect(await ada.runText('agents gate simulate --action listing.create')).toContain('Requires approval.')
    const { environment } = ada
    const key = (await ada.runJson('keys create --label gated')).at('secret')
    const gated = world.user('gated', { ...environment, SOUK_TOKEN: key })
    for (const title of ['First', 'Second']) {
      expect(
        await gated.try(`listings create --title ${title} --description "Needs a person."`),
      ).toMatchObject({
        code: 7,
        errors: expect.stringContaining('souk approvals approve apr_'),
      })
    }
    const waiting = await ada.runJson('approvals list --state pending')
    const [first, second] = [waiting.at('items.0.id'), waiting.at('items.1.id')]
    expect(await ada.runText(`approvals show ${first}`)).toContain('Needs a person.')
    expect(await ada.runText(`approvals approve ${first} --yes`)).toContain('Approved and ran request.')
    expect(await ada.runText(`approvals deny ${second}`)).toContain('Denied request.')
    await ada.runJson('agents gate set --mode off --budget-day none')
  })
})

describe('souk orgs', () => {
  it('manages members, invitations and agents', async () => {
    expect(await ada.runText('orgs create acme-labs --name "Acme Labs"')).toContain('acme-labs')
    expect(await ada.runText('orgs list acme')).toContain('Acme Labs')
    expect(await ada.runText('orgs mine')).toContain('owner')
    expect(
      (await ada.runJson('orgs update acme-labs --description "For hospitals."')).at(
        'organization.description',
      ),
    ).toBe('For hospitals.')
    const org = (await ada.runJson('orgs show acme-labs')).at('organization.id')
    expect((await ben.runJson(`orgs show ${org}`)).at('organization.handle')).toBe('acme-labs')
    const user = (await ben.runJson('users me')).at('user.id')
    const invited = await ada.runJson(`orgs invitations create acme-labs --user ${user} --role member`)
    expect(await ada.runText('orgs invitations list acme-labs')).toContain('pending')
    expect(await ben.runText('orgs invitations list')).toContain('acme-labs')
    expect(await ben.runText(`orgs invitations answer ${invited.at('invitation.id')} accept`)).toContain(
      'accepted',
    )
    expect(await ada.runText(`orgs members set-role acme-labs ${user} --role finance`)).toContain('finance')
    expect(await ada.runText('orgs members list acme-labs')).toMatch(/Ben +finance/)
    expect(await ada.runText('orgs agents assign acme-labs ada-hires')).toContain('Assigned agent.')
    expect(await ada.runText('orgs agents list acme-labs')).toContain('ada-hires')
    expect(await ada.runText('orgs agents unassign acme-labs ada-hires --yes')).toContain('Unassigned agent.')
    expect(await ada.runText(`orgs members remove acme-labs ${user} --yes`)).toContain('Removed member.')
    await ada.runJson(`orgs members add acme-labs ${user} --role member`)
    const again = await ada.runJson(
      'orgs invitations create acme-labs --email carol@example.com --role member',
    )
    expect(await ada.runText(`orgs invitations withdraw acme-labs ${again.at('invitation.id')}`)).toContain(
      'Withdrew invitation.',
    )
    expect(await ada.runText('orgs delete acme-labs --yes')).toContain('Deleted organization.')
  })
})

describe('souk listings, tasks, payments and payouts', () => {
  it('tops up, saves a card and shows balances', async () => {
    expect(await ada.runText('payments top-up 200.00 --currency USD --test-card 4242424242424242')).toMatch(
      /available +USD 200\.00/,
    )
    expect(await ada.runText('payments top-up 10 --currency USD')).toContain(`${world.url}/`)
    const open = await ada.runJson('payments top-up 10 --currency USD')
    expect(await ada.runText(`payments show ${open.at('session.id')}`)).toMatch(/open/)
    expect(
      await ada.runText(
        'payments card save --max-per-charge 50 --max-per-day 80 --currency USD --test-card 4242424242424242',
      ),
    ).toMatch(/status +active/)
    expect(await ada.runText('payments card status')).toContain('ending in 4242')
    expect((await ada.runJson('payments fund 20.00 --yes')).at('payment.amount.amount')).toBe('2000')
    expect(await ada.runText('payments card remove --yes')).toContain('Removed card.')
    expect(await ada.runText('payments balance')).toContain('USD')
    expect(await ada.runText('payments activity --kind top_up')).toMatch(/USD 200\.00/)
  })

  it('creates listings with attachments', async () => {
    const draft = await ada.runJson(
      'listings create --title "A letter" --description "Write one." --draft --tags letters',
    )
    const listing = draft.at('listing.id')
    expect(await ada.runText(`listings update ${listing} --budget 110.00 --deliver-by 14d`)).toMatch(
      /budget +USD 110\.00/,
    )
    expect((await ada.runJson(`listings attach ${listing} ${file}`)).at('attachment.filename')).toBe(
      'letter.txt',
    )
    expect(await ada.runText(`listings download ${listing} letter.txt --output -`)).toBe('Good day!\n')
    const copy = join(world.folder, 'copy.txt')
    expect((await ada.runJson(`listings download ${listing} letter.txt --output ${copy}`)).at('path')).toBe(
      copy,
    )
    expect(await ada.try(`listings download ${listing} letter.txt --output ${copy}`)).toMatchObject({
      code: 1,
      errors: expect.stringContaining('already'),
    })
    expect(await ada.runText(`listings detach ${listing} letter.txt --yes`)).toContain('Removed file.')
    expect(await ada.runText(`listings publish ${listing}`)).toMatch(/status +open/)
    expect(await ben.runText('listings list letter --min-budget 50 --sort budget')).toContain(listing)
    expect((await ben.runJson('listings facets letter')).at('facets.total')).toBe('1')
    expect(await ada.runText('listings mine --status open')).toContain('A letter')
    expect(await ben.runText(`listings show ${listing}`)).toMatch(/client +ada-hires/)
    const spare = (await ada.runJson('listings create --title Spare --description Spare.')).at('listing.id')
    expect(await ada.runText(`listings delete ${spare} --yes`)).toContain('Deleted listing.')
  })

  it('runs from application to payout', async () => {
    const listing = (await ada.runJson('listings mine --status open')).at('items.0.id')
    const task = (await ben.runJson(`listings apply ${listing} "I can." --price 110.00`)).at('task.id')
    expect(await ada.runText(`listings applications ${listing}`)).toMatch(/applied +USD 110\.00/)
    expect(await ada.try(`tasks award ${task}`)).toMatchObject({
      code: 12,
      errors: expect.stringContaining('Award the work to ben-writes and hold USD 110.00?'),
    })
    expect(await ada.runText(`tasks award ${task} --yes`)).toMatch(/held funds +USD 110\.00/)
    expect(await ben.runText(`tasks reply ${task} "For whom?" --state input-required`)).toContain(
      'waiting for reply',
    )
    await ada.runJson(`tasks reply ${task} "For a court."`)
    await ben.runJson(`tasks artifacts add ${task} --text Draft --id draft --last-chunk`)
    expect(await ada.runText(`tasks artifacts list ${task}`)).toContain('draft')
    expect(await ada.runText(`tasks artifacts get ${task} draft`)).toContain('Draft')
    expect(await ada.runText(`tasks artifacts get ${task} draft --output -`)).toBe('Draft')
    expect(await ben.runText(`tasks deliver ${task} --file ${file} --note Done.`)).toContain('delivered')
    expect(await ada.runText('tasks list --status delivered --role client')).toContain(task)
    expect(await ada.runText(`tasks show ${task} --include timeline`)).toMatch(/For a court\.[\s\S]*ACTION/)
    expect(await ada.runText(`tasks messages ${task} --limit 20`)).toMatch(/For a court\.[\s\S]*I can\./)
    expect(await ada.runText(`tasks message ${task} 1`)).toContain('I can.')
    expect(await ada.runText(`tasks accept ${task} --yes`)).toMatch(/phase +completed/)
    expect(await ben.runText('payouts onboard --test-bank sandbox_bank_ok')).toMatch(/status +active/)
    expect(await ben.runText('payouts status')).toContain('active')
    const payout = await ben.runJson('payouts request 100.00 --currency USD --wait --yes')
    expect(await ben.runText(`payouts show ${payout.at('payout.id')}`)).toMatch(/amount +USD 100\.00/)
    expect(await ben.runText('payouts list')).toContain('USD 100.00')
    for (const action of ['retry', 'cancel', 'pay-back']) {
      expect((await ben.try(`payouts ${action} ${payout.at('payout.id')} --yes`)).code).toBe(5)
    }
  })

  it('asks a question about a delivery, requests changes and shows whose turn it is', async () => {
    const terms = '--price 5.00 --currency USD --max-revisions 1'
    const hired = await ada.runJson(
      `tasks send ben-writes "A poem, please." --title "Spring poem" ${terms} --return-immediately --yes`,
    )
    const task = hired.at('task.id')
    expect(await ada.runText('tasks list')).toContain('Spring poem')
    await ben.runJson(`tasks deliver ${task} --text "Roses are red"`)
    const asked = await ada.runText(`tasks ask ${task} "Does it rhyme?"`)
    expect(asked).toMatch(/waiting for +provider/)
    expect(asked).toMatch(/changes +0 of 1 used/)
    expect(await ben.runText(`tasks show ${task}`)).toMatch(/waiting for +you \(provider\)/)
    expect(await ben.runText(`tasks reply ${task} "It does."`)).toMatch(/waiting for +client/)
    const changed = await ada.runText(`tasks request-changes ${task} "Violets, too."`)
    expect(changed).toMatch(/changes +1 of 1 used/)
    const shown = await ada.runText(`tasks show ${task} --include timeline`)
    expect(shown).toMatch(/client +ask about the delivery +delivered +provider +0/)
    expect(shown).toMatch(/client +request changes +in progress +provider +1/)
    expect(await ada.try(`tasks ask ${task} "Again?"`)).toMatchObject({ code: 5 })
    const activity = await ada.runText('payments activity')
    expect(activity).toContain('Spring poem')
    expect(activity).toContain('ben-writes')
    expect(activity).not.toContain('agt_')
  })

  it('hires an agent, opens a dispute and cancels a task', async () => {
    const hired = await ada.runJson(
      'tasks send ben-writes "A note, please." --price 5.00 --currency USD --return-immediately --yes',
    )
    const task = hired.at('task.id')
    const push = 'http://127.0.0.1:18765/hook'
    expect(await ada.runText(`tasks push add ${task} --url ${push} --id inbox`)).toContain(push)
    expect(await ada.runText(`tasks push list ${task}`)).toContain('inbox')
    expect(await ada.runText(`tasks push get ${task} inbox`)).toContain(push)
    expect(await ada.runText(`tasks push delete ${task} inbox`)).toContain('Deleted push config.')
    await ben.runJson(`tasks reply ${task} "Right away."`)
    expect(await ada.runText(`tasks dispute ${task} "Nothing came." --yes`)).toContain('disputed')
    const free = await ada.runJson('tasks send ben-writes "For free?" --return-immediately')
    expect(await ada.runText(`tasks cancel ${free.at('task.id')} --yes`)).toContain('canceled')
    expect(await ada.runText(`tasks archive ${free.at('task.id')}`)).toContain('Archived task.')
    expect(await ada.runText('tasks archived')).toContain(free.at('task.id'))
    expect(await ada.runText(`tasks restore ${free.at('task.id')}`)).toContain('Restored task.')
    expect(await ada.try(`tasks watch ${free.at('task.id')}`)).toMatchObject({ code: 5 })
  })
})

describe('souk files', () => {
  it('uploads, resumes, shows, downloads and deletes a file', async () => {
    const path = join(world.folder, 'large.bin')
    await writeFile(path, randomBytes(9_000_000))
    const uploaded = await ben.runJson(`files upload ${path} --as "work 1.bin"`)
    const id = uploaded.at('file.id')
    expect(uploaded.at('file.state')).toBe('ready')
    expect(await ben.runText(`files upload ${path} --resume ${id}`)).toContain('Uploaded file.')
    expect((await ben.try(`files upload ${file} --resume ${id}`)).errors).toContain('9000000 bytes')
    expect(await ben.runText(`files show ${id}`)).toMatch(/size +9\.0 MB/)
    expect(await ben.runText('files list')).toContain('work 1.bin')
    const copy = join(world.folder, 'copy.bin')
    expect(await ben.runText(`files download ${id} --output ${copy}`)).toContain('(9.0 MB)')
    expect((await readFile(copy)).equals(await readFile(path))).toBe(true)
    expect((await ben.try(`files download ${id} --output ${copy}`)).code).not.toBe(0)
    expect((await ada.try(`files show ${id}`)).code).toBe(4)
    expect(await ben.runText(`files delete ${id} --yes`)).toContain('Deleted file.')
    expect((await ben.try('files upload no-such-file')).errors).toContain('cannot be read')
  })

  it('continues an interrupted upload of a delivery, and delivers the file by its ID', async () => {
    const path = join(world.folder, 'film.bin')
    await writeFile(path, randomBytes(2 * 8_388_608 + 1))
    const hired = await ada.runJson('tasks send ben-writes "A film." --return-immediately')
    const task = hired.at('task.id')
    const line = await startFaultyLine(world.url, /parts\/2$/)
    const key = (await ben.runJson('keys create --label film')).at('secret')
    const throughLine = { environment: { SOUK_URL: line.url, SOUK_TOKEN: key } }
    const cut = await ben.try(`tasks deliver ${task} --file ${path}`, throughLine)
    expect(cut.code).not.toBe(0)
    const [, id] = /--resume (file_\w+)/.exec(cut.errors) ?? fail(`no hint in ${cut.errors}`)
    expect((await ben.runJson(`files show ${id}`)).at('file.state')).toBe('uploading')
    line.repair()
    await ben.runText(`files upload ${path} --resume ${id}`, throughLine)
    await line.close()
    expect(line.passed.filter((call) => call.includes('/parts/'))).toEqual(
      [1, 2, 3].map((part) => `PUT /api/files/${id}/parts/${part}`),
    )
    expect((await ben.try(`tasks deliver task_none --file ${path}`)).code).toBe(4)
    const delivered = await ben.runJson(`tasks deliver ${task} --file ${id}`)
    expect(delivered.at('artifacts.0.name')).toBe('film.bin')
    const copy = join(world.folder, 'film copy.bin')
    await ada.runText(`files download ${id} --output "${copy}"`)
    expect((await readFile(copy)).equals(await readFile(path))).toBe(true)
  })

  it('attaches files that are too large for a message by their URL', async () => {
    const path = join(world.folder, 'medium.txt')
    await writeFile(path, 'a'.repeat(600_000))
    const sent = await ada.runJson(`tasks send ben-writes "See:" --file ${path} --return-immediately`)
    expect(sent.at('task.history.0.parts.1.url')).toMatch(/\/api\/files\/file_\w+\/content$/)
    const id = /file_\w+/.exec(sent.at('task.history.0.parts.1.url'))?.[0] ?? ''
    expect((await ben.runJson(`files show ${id}`)).at('file.filename')).toBe('medium.txt')
  })
})

describe('test coverage', () => {
  it('includes every command of these groups', () => {
    const isElsewhere = (path: string) =>
      /^(logout|profiles .*|invoices .*|users (export|delete-export)|agent init|payments watch|agents (endorse|recommend).*|disputes .*|packages .*|searches .*|favorites .*|listings (invite|invitations|withdraw-invitation|invited|decline))$/.test(
        path,
      )
    expect(
      untyped(world, ['Account', 'Agents', 'Work', 'Money']).filter((path) => !isElsewhere(path)),
    ).toEqual([])
  })
})
