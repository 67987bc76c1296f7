/** One trade by two clients, the SDK and the CLI, for tests that expect the same of both. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { Client } from '../../../sdk/src/client.ts'
import { command, type CliUser } from '../fixtures/clients/cli-fixture.ts'
import { fail } from '../fixtures/fail.ts'
import { endWithTests } from '../fixtures/processes/programs.ts'
import { marketMetadata, text } from '../fixtures/a2a/task-messages.ts'

export interface Party {
  readonly cli: CliUser
  readonly sdk: Client
  readonly baseUrl: string
  readonly key: string
  readonly handle: string
  readonly email: string
}

interface Deal {
  readonly client: Party
  readonly provider: Party
}

interface TradeClient {
  /** Returns the id of a package. */
  publish(provider: Party): Promise<string>
  /** Returns the id of a task. */
  hire(deal: Deal, packageId: string): Promise<string>
  follow(client: Party, taskId: string, after?: string): Follower
  ask(provider: Party, taskId: string): Promise<unknown>
  answer(client: Party, taskId: string): Promise<unknown>
  deliver(provider: Party, taskId: string): Promise<unknown>
  accept(client: Party, taskId: string): Promise<unknown>
  review(party: Party, taskId: string, score: number): Promise<unknown>
  /** Scores of the public reviews about an agent. */
  scoresOf(party: Party): Promise<number[]>
}

/** Follows a task in a process that can be killed. */
interface Follower {
  /** Number of the next event. */
  next(): Promise<string>
  kill(): Promise<void>
}

const root = fileURLToPath(new URL('../../..', import.meta.url))
const offer = {
  title: 'One page',
  description: 'Up to 400 words.',
  price: { amount: 2500, currency: 'USD' },
  deliveryDays: 3,
  revisions: 1,
}

const bySdk: TradeClient = {
  publish: async ({ sdk }) => (await sdk.packages.createPackage(offer)).package.id,
  hire: async ({ client, provider: { handle: name } }, packageId) => {
    const hired = { name, packageId, expectedVersion: 1, text: 'guten tag' }
    return (await client.sdk.packages.hirePackage(hired)).task.id
  },
  follow: ({ key, baseUrl }, taskId, after = '') => {
    const program = join(root, 'server/test/system/client-process.ts')
    const options = ['--conditions=source', '--import', 'tsx', program, baseUrl, key, taskId, '', 'follow']
    return startFollower([...options, after], 'event')
  },
  ask: ({ sdk, handle: name }, taskId) => {
    const metadata = marketMetadata({ state: 'input-required' })
    return sdk.tasks.sendMessage({ name, message: { taskId, parts: text('Which English?'), metadata } })
  },
  answer: ({ sdk }, taskId) => sdk.task(taskId).answer('British.'),
  deliver: ({ sdk, handle: name }, taskId) =>
    sdk.tasks.deliverTask({ name, taskId, artifacts: [{ parts: text('Good day.') }] }),
  accept: async ({ sdk }, taskId) => {
    const result = await sdk.task(taskId).result()
    if (result.text !== 'Good day.') fail(`delivered ${result.text}`)
    return sdk.task(taskId).accept({ expectedVersion: result.version })
  },
  review: ({ sdk }, taskId, score) => sdk.reviews.submitReview({ taskId, score, text: 'As agreed.' }),
  scoresOf: async ({ sdk, handle: name }) =>
    (await sdk.reviews.listReviews({ name })).items.map(({ score }) => score),
}

const byCli: TradeClient = {
  publish: async ({ cli }) =>
    (
      await cli.runJson(
        `packages create "${offer.title}" --description "${offer.description}" --price 25.00 --days 3 --revisions 1`,
      )
    ).at('package.id'),
  hire: async ({ client, provider }, packageId) =>
    (await client.cli.runJson(`packages hire ${provider.handle} ${packageId} "guten tag" --yes`)).at(
      'task.id',
    ),
  follow: ({ cli }, taskId, after) => {
    const resumed = after === undefined || after === '' ? [] : ['--after', after]
    return startFollower([command, 'tasks', 'watch', taskId, '--json', ...resumed], 'id', cli.environment)
  },
  ask: ({ cli }, taskId) => cli.runText(`tasks reply ${taskId} "Which English?" --state input-required`),
  answer: ({ cli }, taskId) => cli.runText(`tasks reply ${taskId} British.`),
  deliver: ({ cli }, taskId) => cli.runText(`tasks deliver ${taskId} --text "Good day."`),
  accept: async ({ cli }, taskId) => {
    const shown = await cli.runText(`tasks show ${taskId}`)
    if (!shown.includes('Good day.')) fail(shown)
    return cli.runText(`tasks accept ${taskId} --yes`)
  },
  review: ({ cli }, taskId, score) => cli.runText(`reviews submit ${taskId} "As agreed." --score ${score}`),
  scoresOf: async ({ cli, handle }) => {
    const scores = await cli.runText(`reviews list ${handle} --jq .items[].score`)
    return scores.split('\n').filter(Boolean).map(Number)
  },
}

export const tradeClients = [
  ['the SDK', bySdk],
  ['the CLI', byCli],
] as const

function startFollower(args: readonly string[], numberField: string, environment = {}): Follower {
  const child = spawn('node', args, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { PATH: process.env['PATH'], ...environment },
  })
  endWithTests(child)
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const next = async (): Promise<string> => {
    const { value, done } = await lines.next()
    if (done === true) return fail('the client has ended')
    const line: Record<string, unknown> = JSON.parse(value)
    const number = line[numberField]
    // The first line of the SDK program names the task.
    return typeof number === 'string' ? number : next()
  }
  return {
    next,
    kill: async () => {
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    },
  }
}
