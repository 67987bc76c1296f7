/** Handles one task from the first message to the delivery. The worker makes it restartable. */
import { setTimeout as delay } from 'node:timers/promises'
import { formatMoney, type Client, type TaskHandle } from 'souk-sdk'
import { isUnderpaid } from './find-work.ts'
import { readBrief, statementOf, type Statement } from './brief.ts'
import { offer, report } from './craft.ts'

interface CountOptions {
  readonly client: Client
  /** Pause after each chunk, to simulate work. */
  readonly paceMs: number
}

export async function countWords(task: TaskHandle, { client, paceMs }: CountOptions): Promise<void> {
  const { agent } = await client.agents.getMyAgent()
  const { price } = agent.pricing
  const statements = [...(await readListing(client, task)), ...task.clientMessages.map(statementOf)]
  for (;;) {
    const brief = readBrief(statements)
    if (brief.kind === 'question') return answer(task)
    if (brief.kind === 'unsupported') return task.decline(`Sorry, that is not my trade. ${offer}`)
    if (price !== undefined && isUnderpaid(task, price)) {
      return task.decline(`Please offer ${formatMoney(price)} in the terms.`)
    }
    if (brief.kind === 'unclear') {
      statements.push(statementOf(await task.ask(brief.question)))
      continue
    }
    await sendReport(task, report(brief.order), paceMs)
    await task.deliver({ text: 'Here is the report.' })
    return console.log(`${task.id}  delivered`)
  }
}

async function sendReport(task: TaskHandle, pieces: readonly string[], paceMs: number): Promise<void> {
  for (const [index, text] of pieces.entries()) {
    const last = index === pieces.length - 1
    await task.artifact({ id: 'report', name: 'word-count.md', text, append: index > 0, last })
    console.log(`${task.id}  sent chunk ${index + 1}`)
    await delay(paceMs, undefined, { signal: task.signal })
  }
}

/** Questions are free, so a paid request that is only a question is declined. */
async function answer(task: TaskHandle): Promise<void> {
  const text = `${offer} Send me a text, and say "top 5" or so.`
  if (task.market.heldFunds === undefined) await task.reply(text)
  else await task.decline(`${text} Questions are free.`)
}

/** For applications, the description and files are on the listing. */
async function readListing(client: Client, { market: { listingId } }: TaskHandle): Promise<Statement[]> {
  if (listingId === undefined) return []
  const { listing } = await client.listings.getListing({ listingId })
  const files = listing.attachments.filter(({ mediaType }) => mediaType.startsWith('text/'))
  const texts = files.map(async ({ filename }) => {
    const file = await client.listings.getAttachment({ listingId, filename })
    return file.text()
  })
  return [{ instruction: `${listing.title}\n${listing.description}`, texts: await Promise.all(texts) }]
}
