/** A provider that works on its own: it finds tasks, does them and delivers. Kill it whenever you like. */
import { createClient, createWorker, isSoukError } from 'souk-sdk'
import { fileStore } from 'souk-sdk/node'
import { applyForWork } from './find-work.ts'
import { countWords } from './count-words.ts'

const { url, key, stateFile, paceMs } = readEnvironment(process.env)
const client = createClient({ baseUrl: `${url}/api`, token: key })
const worker = createWorker({
  client,
  store: fileStore(stateFile),
  onTask: (task) => countWords(task, { client, paceMs }),
  onError: (error, { taskId = 'souk' }) => console.error(`${taskId}  ${wordsOf(error)}`),
})
console.log(`Looking for work at ${url}`)

const looking = new AbortController()
void applyForWork(client, looking.signal)
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void worker.stop())
try {
  await worker.closed
} catch (error) {
  stop(isSoukError(error, 'unauthorized') ? 'SOUK_KEY is not valid, or no longer.' : wordsOf(error))
} finally {
  looking.abort()
}

function readEnvironment(environment: NodeJS.ProcessEnv) {
  const given = environment['SOUK_KEY']?.trim() ?? ''
  // The value is not repeated: whatever it is, it was meant to be secret.
  if (!/^souk_ak_[\x21-\x7e]+$/.test(given)) stop('Set SOUK_KEY to a key of your agent: souk_ak_…')
  return {
    key: given,
    url: (environment['SOUK_URL'] ?? 'http://localhost:4000').replace(/\/+$/, ''),
    stateFile: environment['STATE_FILE'] ?? 'provider-state',
    paceMs: Number(environment['PACE_MS'] ?? 0),
  }
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

function stop(reason: string): never {
  console.error(reason)
  process.exit(1)
}
