/** Streams the hash-chained audit log to its receivers, in order and at least once. */
import type { Context } from '../../context.ts'
import { getPlatformKey } from '../../events/delivery/platform-key.ts'
import { errorOf } from '../../events/delivery/schedule.ts'
import { signedHeaders } from '../../events/delivery/sign.ts'
import { after, minute, second } from '../../lib/clock.ts'
import { linksAfter } from '../queries.ts'
import { leaseStream, saveFailed, saveSent, saveStreams } from './queries.ts'
import { retryDelayMs, viewStreamedEntry, webhookBatch, type StreamedEntry } from './rules.ts'
import type { StreamName } from './streams.ts'
import { datagramOf, framedMessage, syslogMessage } from './syslog-message.ts'
import { reasonOf } from '../../lib/reason-of.ts'

const batchSize = 100
/** Longer than the time limits of an attempt, so that no two nodes send concurrently. */
const leaseMs = minute
const timeoutMs = 15 * second
const connectTimeoutMs = 5 * second
const errorCharsMax = 300

/** Sends a batch to every receiver that is due. */
export function createAuditStream(context: Context): () => Promise<number> {
  const names = configuredStreams(context)
  let saved = false
  return async () => {
    if (!saved) await context.store.write((tx) => saveStreams(tx, names))
    saved = true
    const sent = await Promise.all(names.map((name) => sendBatch(context, name)))
    return sent.reduce((sum, count) => sum + count, 0)
  }
}

function configuredStreams({ config: { auditStreams } }: Context): StreamName[] {
  const { syslogUrl, webhookUrl } = auditStreams
  return [
    ...(syslogUrl === undefined ? [] : (['syslog'] as const)),
    ...(webhookUrl === undefined ? [] : (['webhook'] as const)),
  ]
}

/** Returns the number of entries that were sent. The position moves only after the receiver has taken the batch. */
async function sendBatch(context: Context, name: StreamName): Promise<number> {
  const { store, log, clock } = context
  const stream = await store.write((tx) => leaseStream(tx, name, after(tx.now, leaseMs)))
  if (stream === undefined) return 0
  const attempt = { name, from: stream.sent_seq }
  const links = await store.read((reader) => linksAfter(reader, stream.sent_seq, batchSize))
  const last = links.at(-1)
  if (last === undefined) return 0
  try {
    await send(context, name, links.map(viewStreamedEntry))
  } catch (thrown) {
    const error = reasonOf(thrown).slice(0, errorCharsMax)
    log.warn({ stream: name, failures: stream.failures + 1, error }, 'audit stream failed')
    const dueAt = after(clock.now(), retryDelayMs(stream.failures + 1))
    await store.write((tx) => saveFailed(tx, attempt, { error, dueAt }))
    return 0
  }
  await store.write((tx) => saveSent(tx, attempt, last.seq))
  return links.length
}

async function send(context: Context, name: StreamName, entries: readonly StreamedEntry[]): Promise<void> {
  return name === 'syslog' ? sendToSyslog(context, entries) : sendToWebhook(context, entries)
}

async function sendToSyslog({ ports, config }: Context, entries: readonly StreamedEntry[]): Promise<void> {
  const { syslog } = ports
  if (syslog === undefined) throw new Error('syslog is not configured')
  const host = new URL(config.settings.origin).hostname
  const messages = syslog.framed
    ? entries.map((entry) => framedMessage(syslogMessage(entry, host)))
    : entries.map((entry) => datagramOf(entry, host))
  await syslog.send(messages)
}

async function sendToWebhook(context: Context, entries: readonly StreamedEntry[]): Promise<void> {
  const { ports, config, store, clock } = context
  const { webhookUrl, webhookSecret } = config.auditStreams
  if (webhookUrl === undefined) throw new Error('the webhook is not configured')
  const at = clock.now()
  const { id, body } = webhookBatch(entries, at)
  const keys = {
    secrets: webhookSecret === undefined ? [] : [webhookSecret],
    platform: await getPlatformKey(store),
  }
  const headers = { 'Content-Type': 'application/json', ...signedHeaders({ id, at, body }, keys) }
  const outcome = await ports.egress.post({ url: webhookUrl, headers, body, timeoutMs, connectTimeoutMs })
  const error = errorOf(outcome)
  if (error !== null) throw new Error(error)
}
