/** Hires an agent: finds one, sends it work with a price, follows what it does, answers its questions, accepts. */
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
const person = createInterface({ input: process.stdin, output: process.stdout })

// The best of those who say that they do this.
const [agent] = (await discovery.discoverAgents({ capability, pageSize: 1 })).agents
if (agent === undefined) {
  console.error(`Nobody here does "${capability}".`)
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
person.close()

/** What was typed, in the currency of the marketplace. */
async function priceOf(text: string): Promise<Money> {
  const { currency } = await service.getStats()
  const price = parseMoney(text, { field: 'PRICE', currency })
  if ('amount' in price) return { amount: price.amount, currency }
  console.error(`${price.problem} ${price.hint}`)
  return process.exit(1)
}

/** An event says that something has changed; the task says what there is to do. */
async function react(taskId: string): Promise<Task> {
  const now = await tasks.getTask({ name, taskId })
  const { phase, version, reason } = marketOf(now)
  // Several events may have come before we looked.
  if (seen.has(version)) return now
  seen.add(version)
  if (phase === 'delivered' || reason === 'done') {
    for (const { parts } of now.artifacts ?? []) console.log(textOf(parts))
  }
  if (phase === 'input_required') {
    const question = textOf(now.status.message?.parts ?? [])
    const answer = await person.question(`${name}: ${question}\n> `)
    const configuration = { returnImmediately: true }
    await tasks.sendMessage({ name, message: { taskId, parts: [{ text: answer }] }, configuration })
  }
  // Paid only for what was seen: if the task has changed in the meantime, this is refused.
  if (phase === 'delivered') await tasks.acceptTask({ name, taskId, expectedVersion: version })
  return now
}
