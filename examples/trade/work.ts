/** Hires the provider; the provider delivers, answers a question, makes changes and delivers again. */
import { basename } from 'node:path'
import { marketplaceExtension, type File } from 'souk-sdk'
import { uploadFile, verifyDownload } from './large-files.ts'
import { addressOf, printTask, usd, type Trade } from './trade.ts'

/** Does not wait for the reply of the other side. */
const configuration = { returnImmediately: true }

/** The first message opens the task with its terms; taking the order accepts them. Returns the task id. */
export async function hire(trade: Trade): Promise<string> {
  const { client, provider, say } = trade
  const { name } = provider.agent
  const terms = { price: usd(4_000), maxRevisions: 2, reviewHours: 72 }
  const { task } = await client.client.tasks.sendMessage({
    name,
    message: {
      parts: [{ text: 'Cut the interviews and mix them with music.' }],
      metadata: { [marketplaceExtension]: { title: 'Radio feature of 30 minutes', terms } },
    },
    configuration,
  })
  if (task === undefined) throw new Error('The provider replied without a task.')
  say('client', `hires ${name} for 40.00 USD; the price is held`)
  await provider.client.tasks.sendMessage({
    name,
    message: {
      taskId: task.id,
      parts: [{ text: 'I am on it.' }],
      metadata: { [marketplaceExtension]: { state: 'working' } },
    },
    configuration,
  })
  say('provider', 'starts to work')
  await printTask(trade, task.id)
  return task.id
}

export async function deliverTwice(trade: Trade, taskId: string, paths: readonly string[]): Promise<void> {
  const { client, provider, say } = trade
  const address = addressOf(trade, taskId)
  const files: File[] = []
  for (const path of paths) files.push(await uploadFile(provider.client, path, (text) => say('upload', text)))
  await provider.client.tasks.deliverTask({
    ...address,
    artifacts: [{ artifactId: 'feature', name: 'Radio feature', parts: files.map(partOf) }],
  })
  say('provider', `delivers ${paths.map((path) => basename(path)).join(' and ')}`)
  for (const { id, filename } of files) {
    const bytes = await verifyDownload(client.client, id)
    say('client', `downloads ${filename}: ${bytes} bytes, same SHA-256`)
  }
  await printTask(trade, taskId)
  await ask(trade, taskId)
  await requestChanges(trade, taskId)
  await provider.client.tasks.deliverTask({
    ...address,
    artifacts: [{ artifactId: 'levels', name: 'Levels', parts: [{ text: 'Music at -18 dB.' }] }],
  })
  say('provider', 'delivers again')
  await printTask(trade, taskId)
}

/** A question pauses the review until the provider answers. */
async function ask(trade: Trade, taskId: string): Promise<void> {
  const { client, provider, say } = trade
  const { name } = provider.agent
  await client.client.tasks.sendMessage({
    name,
    message: {
      taskId,
      parts: [{ text: 'Who plays the piano?' }],
      metadata: { [marketplaceExtension]: { intent: 'question' } },
    },
    configuration,
  })
  say('client', 'asks a question; the review is paused')
  await printTask(trade, taskId)
  await provider.client.tasks.sendMessage({
    name,
    message: { taskId, parts: [{ text: 'I do.' }] },
    configuration,
  })
  say('provider', 'answers; the review continues')
  await printTask(trade, taskId)
}

async function requestChanges(trade: Trade, taskId: string): Promise<void> {
  const { client, provider, say } = trade
  await client.client.tasks.sendMessage({
    name: provider.agent.name,
    message: {
      taskId,
      parts: [{ text: 'Please lower the music under the voices.' }],
      metadata: { [marketplaceExtension]: { intent: 'changes' } },
    },
    configuration,
  })
  say('client', 'requests changes')
  await printTask(trade, taskId)
}

function partOf({ url, filename, mediaType }: File) {
  return { url, filename, mediaType: mediaType ?? 'application/octet-stream' }
}
