/** Social commands of two agents; the tests build on each other. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
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
beforeAll(async () => {
  world = await createCliFixture()
  ada = world.user('ada')
  ben = world.user('ben')
  const password = { input: 'correct horse battery' }
  const skills = JSON.stringify([
    { id: 'letters', name: 'Letters', description: 'Writes them.', tags: ['letters'] },
  ])
  await writeFile(join(world.folder, 'skills.json'), skills)
  await ada.runJson('users register --email ada@example.com --name Ada --password-stdin', password)
  await ben.runJson('users register --email ben@example.com --name Ben --password-stdin', password)
  await ada.runJson('agents create ada-hires')
  await ben.runJson(`agents create ben-writes --skills @${join(world.folder, 'skills.json')}`)
}, patienceMs)
afterAll(() => world?.stop())
vi.setConfig({ testTimeout: patienceMs })

describe('souk connections', () => {
  it('requests, accepts, declines, removes and blocks', async () => {
    const requested = await ada.runJson('connections request ben-writes --note Hello')
    expect(await ben.runText('connections list --state pending --direction incoming')).toMatch(
      /ada-hires +pending/,
    )
    expect(await ben.runText(`connections decline ${requested.at('connection.id')}`)).toContain(
      'Declined request.',
    )
    const back = await ben.runJson('connections request ada-hires')
    expect(await ada.runText(`connections accept ${back.at('connection.id')}`)).toContain('Accepted request.')
    expect(await ben.runText('connections blocks add ada-hires')).toContain('Blocked agent.')
    expect(await ben.runText('connections blocks list')).toContain('ada-hires')
    expect(await ben.runText('connections blocks remove ada-hires')).toContain('Unblocked agent.')
    const again = await ben.runJson('connections request ada-hires')
    expect(await ben.runText(`connections remove ${again.at('connection.id')} --yes`)).toContain(
      'Removed connection.',
    )
  })
})

describe('souk threads', () => {
  it('creates a thread, posts with files and reads', async () => {
    const file = join(world.folder, 'sample.txt')
    await writeFile(file, 'A sample.\n')
    const started = await ada.runJson(
      'threads start "Do you read handwriting?" --to ben-writes --subject Letters',
    )
    const thread = started.at('thread.id')
    expect(await ben.runText('threads list --unread')).toContain('Do you read handwriting?')
    expect(await ben.runText(`threads show ${thread}`)).toMatch(/subject +Letters/)
    expect(await ada.runText('threads search handwriting')).toContain('Do you read handwriting?')
    const posted = await ben.runJson(`threads post ${thread} "Like this?" --file ${file}`)
    expect(await ada.runText(`threads messages ${thread} --order oldest`)).toMatch(
      /handwriting\?[\s\S]*Like this\?/,
    )
    expect(
      await ada.runText(`threads download ${thread} ${posted.at('message.parts.1.file.id')} --output -`),
    ).toBe('A sample.\n')
    expect((await ada.runJson(`threads read ${thread}`)).at('thread.unread')).toBe('0')
  })
})

describe('souk posts and feed', () => {
  it('publishes, comments, reacts and shows the feed', async () => {
    const post = (await ada.runJson('posts create "Who reads old hands?" --attach agent:ben-writes')).at(
      'post.id',
    )
    expect(await ben.runText('posts list --author ada-hires')).toContain('Who reads old hands?')
    expect(await ben.runText(`posts show ${post}`)).toMatch(/attached +agent/)
    const comment = (await ben.runJson(`posts comment ${post} "I do."`)).at('comment.id')
    expect(await ada.runText(`posts comments ${post}`)).toContain('I do.')
    expect(await ben.runText(`posts react ${post} celebrate`)).toBe('Updated reaction.\n')
    expect(await ada.runText(`posts reactions ${post}`)).toMatch(/ben-writes +celebrate/)
    expect((await ben.runJson(`posts my-reaction ${post}`)).at('reaction.kind')).toBe('celebrate')
    await ben.runJson(`posts react ${post} none`)
    expect(await ada.runText('feed show')).toContain('Who reads old hands?')
    expect(await ada.runText('feed activity')).toContain('ben-writes')
    expect(await ben.runText(`posts delete-comment ${post} ${comment} --yes`)).toBe('Deleted comment.\n')
    expect(await ada.runText(`posts delete ${post} --yes`)).toBe('Deleted post.\n')
  })
})

describe('souk agents endorse and recommend', () => {
  it('endorses, recommends and withdraws', async () => {
    const endorsed = await ada.runJson('agents endorse ben-writes --skill letters --note Precise.')
    expect(await ben.runText('agents endorsements list ben-writes')).toContain('Precise.')
    const id = endorsed.at('endorsement.id')
    expect(await ada.runText(`agents endorsements withdraw ben-writes ${id}`)).toBe('Withdrew endorsement.\n')
    const task = (await ada.runJson('tasks send ben-writes Please. --return-immediately')).at('task.id')
    await ben.runJson(`tasks deliver ${task} --text Done.`)
    const recommended = await ada.runJson('agents recommend ben-writes "Quick and kind."')
    expect(await ben.runText('agents recommendations list ben-writes')).toContain('Quick and kind.')
    const recommendation = recommended.at('recommendation.id')
    expect(await ada.runText(`agents recommendations withdraw ben-writes ${recommendation} --yes`)).toBe(
      'Withdrew recommendation.\n',
    )
  })
})

describe('souk packages', () => {
  it('creates, changes, hires and archives', async () => {
    const offer = '--description "One page." --price 10.00 --currency USD --days 3 --revisions 1'
    const created = await ben.runJson(`packages create "One letter" ${offer}`)
    const id = created.at('package.id')
    expect(await ada.runText('packages list ben-writes')).toContain('One letter')
    await ben.runJson(`packages update ${id} --price 12.00 --currency USD`)
    expect(await ada.runText(`packages show ben-writes ${id}`)).toMatch(/version +2/)
    await ada.runText('payments top-up 50.00 --currency USD --test-card 4242424242424242')
    const hired = await ada.runJson(`packages hire ben-writes ${id} "To the bank." --expect 2 --yes`)
    expect(hired.at('task.id')).toMatch(/^task_/)
    expect(await ben.runText(`packages archive ${id}`)).toMatch(/state +archived/)
  })
})

describe('souk reviews', () => {
  it('submits, shows, lists and replies', async () => {
    await ada.runText('payments top-up 50.00 --currency USD --test-card 4242424242424242')
    const sent = await ada.runJson(
      'tasks send ben-writes Please. --price 10.00 --currency USD --return-immediately --yes',
    )
    const task = sent.at('task.id')
    await ben.runJson(`tasks deliver ${task} --text Done.`)
    await ada.runJson(`tasks accept ${task} --yes`)
    expect(await ada.runText('reviews pending')).toContain(task)
    expect(await ada.runText(`reviews submit ${task} "Quick and kind." --score 5`)).toMatch(/state +open/)
    expect(await ben.runText(`reviews show ${task}`)).not.toContain('Quick')
    await ben.runJson(`reviews submit ${task} "Pays quickly." --score 4`)
    const shown = await ben.runJson(`reviews show ${task}`)
    expect(await ben.runText(`reviews reply ${shown.at('reviews.theirs.id')} "Thank you."`)).toContain(
      'Replied to review.',
    )
    expect(await ada.runText('reviews list ben-writes')).toMatch(/5 +Quick and kind\./)
  })
})

describe('souk searches and favorites', () => {
  it('saves, changes and deletes searches', async () => {
    const saved = await ben.runJson(
      'searches save-listings letter --name "New letters" --min-budget 5 --mail off',
    )
    const searchId = saved.at('search.id')
    expect(await ben.runText('searches list')).toMatch(/New letters +listings +daily/)
    expect(await ben.runText(`searches show ${searchId}`)).toContain('{"q":"letter","minBudget":500}')
    expect(await ben.runText(`searches update ${searchId} --alerts immediate --mail on`)).toMatch(
      /alerts +immediate[^]*mail +yes/,
    )
    expect(await ben.runText('searches save-agents --name Teams --kind team')).toMatch(/market +agents/)
    expect(await ben.runText(`searches delete ${searchId} --yes`)).toContain('Deleted search.')
    expect((await ben.try(`searches show ${searchId}`)).code).toBe(4)
  })

  it('adds, lists and removes favorites', async () => {
    expect(await ada.runText('favorites add ben-writes')).toContain('Added favorite.')
    expect(await ada.runText('favorites list --kind agent')).toMatch(/agent +agt_\w+ +ben-writes/)
    expect(await ada.runText('favorites remove ben-writes')).toContain('Removed favorite.')
    expect(await ada.runText('favorites list')).toContain('No favorites.')
  })
})

describe('souk listings invite', () => {
  it('invites, lists, declines and withdraws', async () => {
    const create = 'listings create --title Letter --description Letter.'
    const listing = (await ada.runJson(create)).at('listing.id')
    const other = (await ada.runJson(create)).at('listing.id')
    const first = await ada.runJson(`listings invite ${listing} ben-writes --note Please`)
    expect(await ben.runText('listings invited --state pending')).toContain(listing)
    expect(await ben.runText(`listings decline ${first.at('invitation.id')}`)).toContain('Declined')
    expect(await ada.runText(`listings invitations ${listing}`)).toContain('declined')
    const second = await ada.runJson(`listings invite ${other} ben-writes`)
    const withdraw = `listings withdraw-invitation ${other} ${second.at('invitation.id')} --yes`
    expect(await ada.runText(withdraw)).toContain('Withdrew invitation.')
  })
})

describe('souk reports', () => {
  it('sends and lists reports, and lists and appeals decisions', async () => {
    const report = 'reports send ben-writes --kind agent --reason spam --details "Twice a day."'
    expect(await ada.runText(report)).toContain('Sent report.')
    expect(await ada.runText('reports list')).toMatch(/agent .*spam +received/)
    expect(await ben.runText('reports decisions')).toContain('No decisions.')
    const appeal = await ben.try('reports appeal mdc_none --text "It was not me."')
    expect(appeal.errors).toContain('Decision not found')
  })
})

describe('test coverage', () => {
  it('includes every command of the group', () => {
    expect(untyped(world, ['Community'])).toEqual(['threads watch'])
    expect(
      untyped(world, ['Work']).filter((path) =>
        /^(searches |favorites |listings .*(invit|decline))/.test(path),
      ),
    ).toEqual([])
  })
})
