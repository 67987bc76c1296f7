import { isDeepStrictEqual } from 'node:util'
import { callOver } from '../../server/test/fixtures/server-process.ts'
import { diceOf, type Dice } from '../../server/test/tasks/task-model/dice.ts'
import { note, newBoard, type Board } from '../kills/scoreboard.ts'
import type { DeedName, Plan } from '../kills/actions.ts'
import { openGround } from '../kills/environment.ts'
import { count, countsOf, settle } from '../kills/history.ts'
import { clearAnswer, type LoadParts } from '../kills/load-generator.ts'
import { assertClaim, type Counts, type RunOptions, type Suite } from '../suite.ts'
import { openTcpProxy, type Fate, type Passing } from './tcp-proxy.ts'

const sizes = { quick: 300, release: 100_000 }

export const cutAnswers: Suite = {
  name: 'cut-answers',
  claim:
    'A call that is made many times with one Idempotency-Key, at once or after its answer was cut off at any byte, is done once and always gets the same answer; the key serves no other call.',
  unit: 'calls',
  sizes,
  faults: { 'lost-answers': 'The rows that hold answers to be repeated vanish.' },
  run: cutAndRepeat,
}

/** Rounds that run beside each other. */
const atOnce = 6

async function cutAndRepeat({ size, seed, fault, progress }: RunOptions): Promise<Counts> {
  const ground = await openGround({ seed, durable: false, silent: true })
  const dice = diceOf(seed)
  const proxy = await openTcpProxy({ host: '127.0.0.1', port: ground.port })
  proxy.judge = cutter(dice)
  const over = new AbortController()
  const { history, cluster } = ground
  const world: World = {
    dice,
    history,
    board: newBoard(cluster.parties),
    crowd: size > sizes.quick ? 100 : 10,
    call: (operation, input, options) => {
      count(history, 'calls')
      return callOver(`http://127.0.0.1:${proxy.port}`, operation, input ?? {}, options ?? {})
    },
    reachable: async () => over.signal.throwIfAborted(),
  }
  const made = () => history.tally.get('calls') ?? 0
  const play = async () => {
    while (made() < size) {
      await playRound(world)
      progress(made())
    }
  }
  try {
    if (fault === 'lost-answers') await cluster.query(losing)
    await Promise.all(Array.from({ length: atOnce }, play))
    await ground.checkAll('hurries')
    return countsOf(history, ['answer 200', 'answer 422', 'unclear', 'cut when done'])
  } finally {
    // Whoever still insists on an answer would do so for long.
    over.abort()
    await proxy.close()
    await ground.close()
  }
}

const losing = `
  create function lose() returns trigger language plpgsql as 'begin return null; end';
  create trigger lose before insert on idempotency_keys for each row execute function lose()`

/** Most connections end at a byte that was chosen when they began, within an answer mostly, within a call sometimes. */
function cutter(dice: Dice): (passing: Passing) => Fate {
  const left = new WeakMap<object, Record<Passing['direction'], number>>()
  const choose = () => ({
    back: dice.chance(60) ? dice.roll(5000) : Infinity,
    onward: dice.chance(10) ? dice.roll(3000) : Infinity,
  })
  return ({ link, direction, bytes }) => {
    const rest = left.get(link) ?? choose()
    left.set(link, rest)
    if (bytes.length > rest[direction]) return { cutAfterBytes: rest[direction] }
    rest[direction] -= bytes.length
    return 'pass'
  }
}

interface World extends Pick<LoadParts, 'history' | 'call' | 'reachable'> {
  readonly dice: Dice
  readonly board: Board
  /** How many make the same call now and then. */
  readonly crowd: number
}

/** What one round does with a task of its own, one after the other. */
const stories: readonly (readonly DeedName[])[] = [
  ['hire', 'talk', 'cancel'],
  ['hire', 'start', 'deliver', 'accept'],
  ['hire', 'deliver', 'dispute', 'accept'],
  ['list', 'charge'],
]

async function playRound(world: World): Promise<void> {
  const { dice, board } = world
  const [client, provider] = [dice.pick(board.parties), dice.pick(board.parties)]
  if (client === provider) return
  const story = dice.pick(stories)
  const amount = 100 + dice.roll(900)
  let task: Plan['task']
  for (const deed of story) {
    const by = deed === 'start' || deed === 'deliver' ? provider : client
    const mark = `${dice.roll(36 ** 5).toString(36)}-${world.history.answered}-${deed}`
    const plan: Plan = { deed, mark, by, with: provider, amount, ...(task === undefined ? {} : { task }) }
    task = (await repeat(world, plan)) ?? task
    await misuse(world, plan)
  }
}

/** The same call many times at once, each insisting on its answer; answers the task that it is about. */
async function repeat(world: World, plan: Plan): Promise<Plan['task']> {
  const { dice, history, board, crowd } = world
  const times = dice.chance(1) ? crowd : 2 + dice.roll(6)
  const outcomes = await Promise.all(Array.from({ length: times }, () => clearAnswer(world, plan)))
  const [first] = outcomes
  if (first === undefined) return undefined
  for (const { answer } of outcomes) {
    assertClaim(
      answer.status === 200,
      `${plan.deed} was answered ${answer.status} when it was repeated: ${answer.bytes.toString()}`,
    )
    assertClaim(
      isDeepStrictEqual(answer.body, first.answer.body),
      `two answers to one call: ${plan.deed} ${plan.mark}`,
    )
  }
  const said = first.said()
  settle(history, said)
  count(history, 'effects')
  note(board, said)
  return said.task === undefined ? undefined : board.tasks.get(said.task.id)
}

/** The same key for something else; to cancel has nothing to say that could differ. */
async function misuse(world: World, plan: Plan): Promise<void> {
  const deed = plan.deed === 'cancel' ? 'talk' : plan.deed
  const other = { ...plan, deed, mark: `${plan.mark}-other`, amount: plan.amount + 1 }
  const { answer } = await clearAnswer({ ...world, keyOf: () => plan.mark }, other)
  assertClaim(answer.status === 422, `a key of ${plan.deed} was taken for another call: ${answer.status}`)
}
