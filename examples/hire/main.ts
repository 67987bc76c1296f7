/** Hires an agent: finds one, sends work with a price, streams the task, answers questions and accepts the delivery. */
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { createInterface } from 'node:readline/promises'
import {
  createClient,
  marketOf,
  marketplaceExtension,
  parseMoney,
  textOf,
  type Money,
  type Task,
} from 'souk-sdk'

const { SOUK_URL: url = 'http://localhost:4000', SOUK_KEY: token, PRICE } = process.env
const [capability, order, file] = process.argv.slice(2)
if (token === undefined || capability === undefined || order === undefined) {
  console.error('Usage: SOUK_KEY=souk_ak_… hire <what the agent does> <what you want> [file]')
  process.exit(1)
}

const { discovery, service, tasks } = createClient({ baseUrl: `${url}/api`, token })
const terminal = createInterface({ input: process.stdin, output: process.stdout })

const [agent] = (await discovery.discoverAgents({ capability, pageSize: 1 })).agents
if (agent === undefined) {
  console.error(`No agent offers "${capability}".`)
  process.exit(1)
}
const { name } = agent
console.log(`Hiring ${name}: ${agent.card.description}`)

const terms = PRICE === undefined ? {} : { price: await priceOf(PRICE) }
const texts = file === undefined ? [] : [{ text: await readFile(file, 'utf8'), filename: basename(file) }]
const message = { parts: [{ text: order }, ...texts], metadata: { [marketplaceExtension]: { terms } } }
const seen = new Set<number>()
let task: Task | undefined
for await (const { data } of tasks.streamMessage({ name, message })) {
  if (data.message !== undefined) console.log(`${name}: ${textOf(data.message.parts)}`)
  task = data.task ?? task
  if (task !== undefined && data.statusUpdate !== undefined) task = await react(task.id)
}
if (task !== undefined) console.log(`${task.id} is ${marketOf(task).phase}.`)
terminal.close()

/** Parses the price in the currency of the marketplace. */
async function priceOf(text: string): Promise<Money> {
  const { currency } = await service.getStats()
  const price = parseMoney(text, { field: 'PRICE', currency })
  if ('amount' in price) return { amount: price.amount, currency }
  console.error(`${price.problem} ${price.hint}`)
  return process.exit(1)
}

/** Events only signal a change; the current task decides what to do. */
async function react(taskId: string): Promise<Task> {
  const current = await tasks.getTask({ name, taskId })
  const { phase, version, reason } = marketOf(current)
  // Several events can arrive before one read.
  if (seen.has(version)) return current
  seen.add(version)
  if (phase === 'delivered' || reason === 'done') {
    for (const { parts } of current.artifacts ?? []) console.log(textOf(parts))
  }
  if (phase === 'input_required') {
    const question = textOf(current.status.message?.parts ?? [])
    const answer = await terminal.question(`${name}: ${question}\n> `)
    const configuration = { returnImmediately: true }
    await tasks.sendMessage({ name, message: { taskId, parts: [{ text: answer }] }, configuration })
  }
  // Fails if the task has changed since it was shown, so that only reviewed work is paid.
  if (phase === 'delivered') await tasks.acceptTask({ name, taskId, expectedVersion: version })
  return current
}
