/** What a party does within its rights to get in the way of the other. */
import { sql } from 'kysely'
import { taskBudget } from '../../server/src/tasks/lifecycle/budgets.ts'
import { text } from '../../server/test/fixtures/task-messages.ts'
import { inBatches, openSocketPool, readStatus } from '../abuse/socket-pool.ts'
import { assertClaim } from '../suite.ts'
import { addressOf, say, type Scene } from './fixture.ts'

export type Attack = (scene: Scene) => Promise<void>

const megabyte = 'x'.repeat(1_000_000)
const mebibyte = 1024 * 1024

export const attacks = {
  'large messages': async (scene) => {
    const most = Math.ceil((taskBudget.bytes - scene.spentBytes) / megabyte.length) + 1
    await spend(scene)
    const accepted = await untilRefused(most, () => say(scene, scene.attacker, megabyte))
    assertClaim(accepted < most, `${accepted} MB of messages were accepted`)
    scene.tally.add('large messages', accepted)
  },
  'many messages': async (scene) => {
    let accepted = 0
    const crowd = Array.from({ length: taskBudget.messages + 100 })
    await inBatches(crowd, 50, async () => {
      const { status } = await say(scene, scene.attacker, 'Are you there?')
      assertClaim([200, 413].includes(status), `a message was answered ${status}`)
      if (status === 200) accepted += 1
    })
    assertClaim(accepted <= taskBudget.messages, `${accepted} messages were accepted`)
    scene.tally.add('small messages', accepted)
  },
  'long numbers': async (scene) => {
    const data = Array.from({ length: 40_000 }, () => 1e300)
    const accepted = await untilRefused(10, () => say(scene, scene.attacker, '', { parts: [{ data }] }))
    assertClaim(accepted < 10, 'numbers with long exponents do not count')
    const short = Array.from({ length: 10_000 }, () => 1e300)
    scene.tally.add(
      'long numbers',
      await untilRefused(20, () => say(scene, scene.attacker, '', { parts: [{ data: short }] })),
    )
  },
  artifacts: async (scene) => {
    const { souk, trade } = scene
    const submit = (artifact: { artifactId?: string; parts: { text: string }[] }) =>
      souk.call('submitArtifact', { ...addressOf(scene), artifact }, trade[scene.attacker].key)
    const large = await untilRefused(40, () => submit({ parts: text(megabyte) }))
    assertClaim(large * megabyte.length <= 10 * mebibyte, `${large} MB of artifacts were accepted`)
    const small = await untilRefused(200, () => submit({ parts: text('A page') }))
    assertClaim(small < 200, `${small} more artifacts were accepted`)
    scene.tally.add('artifacts', large + small)
  },
  'push configs': async (scene) => {
    const { souk, trade } = scene
    const url = 'https://hooks.example.com/never'
    const add = () => souk.call('createPushConfig', { ...addressOf(scene), url }, trade[scene.attacker].key)
    const accepted = await untilRefused(200, add)
    assertClaim(accepted < 200, `${accepted} push configs were accepted`)
    scene.tally.add('push configs', accepted)
    await attacks['large messages'](scene)
  },
  'unread streams': async (scene) => {
    const { souk, trade, tally } = scene
    await attacks['large messages'](scene)
    const origin = `http://127.0.0.1:${portOf(souk.app.server.address())}`
    const pool = openSocketPool(origin)
    const { name, taskId } = addressOf(scene)
    const request = [
      `GET /api/a2a/v1/agents/${name}/tasks/${taskId}:subscribe HTTP/1.1`,
      'Host: souk',
      'A2A-Version: 1.0',
      `Authorization: Bearer ${trade[scene.attacker].key.as}`,
    ].join('\r\n')
    const statuses: (number | undefined)[] = []
    await inBatches(Array.from({ length: 130 }), 26, async () => {
      statuses.push(await readStatus(await pool.open(`${request}\r\n\r\n`)))
    })
    const open = statuses.filter((status) => status === 200).length
    assertClaim(open <= 100, `${open} streams of one caller are open`)
    tally.add('unread streams', open)
    scene.afterwards.push(() => pool.destroyAll())
  },
} satisfies Record<string, Attack>

/** As if the attacker had sent so much already. */
async function spend({ souk, task, attacker, spentBytes }: Scene): Promise<void> {
  const column = sql.ref(`${attacker}_bytes`)
  await sql`update tasks set ${column} = ${spentBytes} where id = ${task.id} and ${spentBytes} > 0`.execute(
    souk.context.database,
  )
}

function portOf(address: unknown): number {
  return typeof address === 'object' && address !== null && 'port' in address ? Number(address.port) : 0
}

/** How many calls succeed before one is refused, at most so many. */
async function untilRefused(most: number, call: () => Promise<{ status: number }>): Promise<number> {
  for (let accepted = 0; accepted < most; accepted++) {
    const { status } = await call()
    if (status === 200) continue
    assertClaim([400, 409, 413, 422].includes(status), `an attack was answered ${status}`)
    return accepted
  }
  return most
}
