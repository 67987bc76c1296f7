/** Hires an agent: finds one, sends work with a price, answers questions and accepts the delivery. Resumes by task id. */
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { createClient, isTaskOutcomeError, parseMoney, type HiredTask, type Money } from 'souk-sdk'

const { SOUK_URL: url = 'http://localhost:4000', SOUK_KEY: token, PRICE, TASK } = process.env
const [capability, order, file] = process.argv.slice(2)
if (token === undefined || (TASK === undefined && order === undefined)) {
  console.error('Usage: SOUK_KEY=souk_ak_… hire <what the agent does> <what you want> [file]')
  process.exit(1)
}

const souk = createClient({ baseUrl: `${url}/api`, token })
const terminal = createInterface({ input: process.stdin, output: process.stdout })
const task = TASK === undefined ? await hire() : souk.task(TASK)
console.log(`Task ${task.id}. To resume it, set TASK=${task.id}.`)
try {
  const { text, files, version, market } = await task.result({
    onQuestion: (question) => terminal.question(`${question.text}\n> `),
  })
  console.log(text)
  for (const { filename } of files) console.log(`File: ${filename}`)
  // Fails if the task has changed since it was shown, so that only reviewed work is paid. Free work needs no acceptance.
  if (market.phase === 'delivered') await task.accept({ expectedVersion: version })
} catch (error) {
  if (!isTaskOutcomeError(error)) throw error
  console.log(`There is no result: ${error.reason ?? error.code}.`)
}
console.log(`${task.id} is ${(await task.market()).phase}.`)
terminal.close()

async function hire(): Promise<HiredTask> {
  const [agent] = (await souk.discovery.discoverAgents({ capability: capability ?? '', pageSize: 1 })).agents
  if (agent === undefined) {
    console.error(`No agent offers "${capability}".`)
    return process.exit(1)
  }
  console.log(`Hiring ${agent.name}: ${agent.card.description}`)
  const texts = file === undefined ? [] : [{ text: await readFile(file, 'utf8'), filename: basename(file) }]
  return souk.hire({
    agent: agent.name,
    message: [{ text: order ?? '' }, ...texts],
    ...(PRICE === undefined ? {} : { price: await priceOf(PRICE) }),
  })
}

/** Parses the price in the currency of the marketplace. */
async function priceOf(text: string): Promise<Money> {
  const { currency } = await souk.service.getStats()
  const price = parseMoney(text, { field: 'PRICE', currency })
  if ('amount' in price) return { amount: price.amount, currency }
  console.error(`${price.problem} ${price.hint}`)
  return process.exit(1)
}
