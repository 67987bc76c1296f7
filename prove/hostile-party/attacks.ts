/** Attacks that a party can make with its ordinary permissions. */
import { sql } from 'kysely'
import { taskBudget } from '../../server/src/tasks/lifecycle/budgets.ts'
import { hour } from '../../server/src/lib/clock.ts'
import { marketMetadata, text } from '../../server/test/fixtures/a2a/task-messages.ts'
import { usd } from '../../server/test/fixtures/people/test-agents.ts'
import { inBatches, openSocketPool, readStatus } from '../abuse/socket-pool.ts'
import { jsonRpcCalls } from '../../server/test/fixtures/a2a/json-rpc-calls.ts'
import { assertClaim } from '../suite.ts'
import { floodFiles } from './file-attack.ts'
import { addressOf, createAttack, sendMessage, type Fixture } from './fixture.ts'

type Attack = (fixture: Fixture) => Promise<void>

const megabyte = 'x'.repeat(1_000_000)
const mebibyte = 1024 * 1024

export const attacks = {
  'large messages': async (fixture) => {
    const messagesMax = Math.ceil((taskBudget.bytes - fixture.spentBytes) / megabyte.length) + 1
    await presetSpentBytes(fixture)
    const send = createAttack(fixture)
    const accepted = await untilRefused(messagesMax, () => send(megabyte))
    assertClaim(accepted < messagesMax, `the task accepted ${accepted} MB of messages`)
    fixture.tally.add('large messages', accepted)
  },
  'many messages': async (fixture) => {
    let accepted = 0
    const send = createAttack(fixture)
    const messages = Array.from({ length: taskBudget.messages + 100 })
    await inBatches(messages, 50, async () => {
      const { status } = await send('Are you there?')
      assertClaim([200, 413].includes(status), `a message returned ${status}`)
      if (status === 200) accepted += 1
    })
    assertClaim(accepted <= taskBudget.messages, `${accepted} messages were accepted`)
    fixture.tally.add('small messages', accepted)
  },
  'long numbers': async (fixture) => {
    const data = Array.from({ length: 40_000 }, () => 1e300)
    const send = createAttack(fixture)
    const accepted = await untilRefused(10, () => send('', { parts: [{ data }] }))
    assertClaim(accepted < 10, 'numbers with large exponents are not counted at full size')
    const short = Array.from({ length: 10_000 }, () => 1e300)
    fixture.tally.add('long numbers', await untilRefused(20, () => send('', { parts: [{ data: short }] })))
  },
  artifacts: async (fixture) => {
    const { souk, trade } = fixture
    const submit = (artifact: { artifactId?: string; parts: { text: string }[] }) =>
      souk.call('submitArtifact', { ...addressOf(fixture), artifact }, trade[fixture.attacker].key)
    const large = await untilRefused(40, () => submit({ parts: text(megabyte) }))
    assertClaim(large * megabyte.length <= 10 * mebibyte, `${large} MB of artifacts were accepted`)
    const small = await untilRefused(200, () => submit({ parts: text('A page') }))
    assertClaim(small < 200, `${small} more artifacts were accepted`)
    fixture.tally.add('artifacts', large + small)
  },
  'push configs': async (fixture) => {
    const { souk, trade } = fixture
    const url = 'https://hooks.example.com/never'
    const add = () =>
      souk.call('createPushConfig', { ...addressOf(fixture), url }, trade[fixture.attacker].key)
    const accepted = await untilRefused(200, add)
    assertClaim(accepted < 200, `${accepted} push configs were accepted`)
    fixture.tally.add('push configs', accepted)
    await attacks['large messages'](fixture)
  },
  'dispute actions': async (fixture) => {
    const { souk, trade, tally } = fixture
    const address = addressOf(fixture)
    const { key } = trade[fixture.attacker]
    const add = (note: string) => souk.call('addEvidence', { ...address, text: note }, key)
    const large = await untilRefused(60, () => add('x'.repeat(10_000)))
    const small = await untilRefused(60, () => add('x'))
    assertClaim(large < 30 && large + small === 50, `${large + small} pieces of evidence were accepted`)
    const offer = () => souk.call('offerSettlement', { ...address, toClient: usd(1) }, key)
    const offers = await untilRefused(60, offer)
    assertClaim(offers === 20, `${offers} settlement offers were accepted`)
    tally.add('evidence', large + small)
    tally.add('settlement offers', offers)
  },
  files: floodFiles,
  'unread streams': async (fixture) => {
    const { souk, trade, tally } = fixture
    await attacks['large messages'](fixture)
    const origin = `http://127.0.0.1:${portOf(souk.app.server.address())}`
    const pool = openSocketPool(origin)
    const requests = subscriptions(addressOf(fixture), trade[fixture.attacker].key.as ?? '')
    const statuses: (number | undefined)[] = []
    const attempts = Array.from({ length: 130 }, (_, index) => requests[index % requests.length] ?? '')
    await inBatches(attempts, 26, async (request) => {
      statuses.push(await readStatus(await pool.open(request)))
    })
    const open = statuses.filter((status) => status === 200).length
    assertClaim(open <= 100, `${open} streams of one caller are open`)
    tally.add('unread streams', open)
    fixture.cleanups.push(() => pool.destroyAll())
  },
  questions: async (fixture) => {
    const { souk, trade, task, attacker, victim } = fixture
    const { terms, deadlines } = await trade.market(task)
    const reviewMs = (terms?.reviewHours ?? 0) * hour
    const latest = Date.parse(deadlines?.next ?? '') + reviewMs
    const metadata = marketMetadata({ intent: 'question' })
    // Just before the latest end, so that the victim can still act.
    for (const end = latest - reviewMs / 4; souk.clock.now().getTime() < end;) {
      const { status } = await sendMessage(fixture, attacker, 'One more question', { metadata })
      assertClaim(status === 200, `a question returned ${status}`)
      souk.clock.advance(reviewMs / 6)
      await souk.work(['task-timeouts'])
      await sendMessage(fixture, victim, 'The answer')
      fixture.tally.add('questions')
    }
    const due = Date.parse((await trade.market(task)).deadlines?.next ?? '')
    assertClaim(due <= latest, `questions postpone the end of the review by ${(due - latest) / hour} hours`)
  },
} satisfies Record<string, Attack>

/** The subscription to a task as HTTP requests, over each binding. */
function subscriptions({ name, taskId }: ReturnType<typeof addressOf>, token: string): string[] {
  const headers = `Host: souk\r\nA2A-Version: 1.0\r\nAuthorization: Bearer ${token}\r\n`
  const byRpc = jsonRpcCalls('subscribeToTask', { name, taskId }).map(({ url, body }) => {
    const content = JSON.stringify(body)
    return `POST ${url} HTTP/1.1\r\n${headers}Content-Type: application/json\r\nContent-Length: ${content.length}\r\n\r\n${content}`
  })
  return [`GET /api/a2a/v1/agents/${name}/tasks/${taskId}:subscribe HTTP/1.1\r\n${headers}\r\n`, ...byRpc]
}

/** Sets the attacker's byte counter, so that a quick run needs fewer messages. */
async function presetSpentBytes({ souk, task, attacker, spentBytes }: Fixture): Promise<void> {
  const column = sql.ref(`${attacker}_bytes`)
  await sql`update tasks set ${column} = ${spentBytes} where id = ${task.id} and ${spentBytes} > 0`.execute(
    souk.context.database,
  )
}

function portOf(address: unknown): number {
  return typeof address === 'object' && address !== null && 'port' in address ? Number(address.port) : 0
}

/** Number of calls that succeed before one is refused, at most `most`. */
async function untilRefused(callsMax: number, call: () => Promise<{ status: number }>): Promise<number> {
  for (let accepted = 0; accepted < callsMax; accepted++) {
    const { status } = await call()
    if (status === 200) continue
    assertClaim([400, 409, 413, 422].includes(status), `an attack returned ${status}`)
    return accepted
  }
  return callsMax
}
