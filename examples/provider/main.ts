/** An autonomous provider: finds tasks, does them and delivers. It can be killed and restarted at any time. */
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
  onError: (error, { taskId = 'souk' }) => console.error(`${taskId}  ${messageOf(error)}`),
})
console.log(`Looking for work at ${url}`)

const search = new AbortController()
void applyForWork(client, search.signal)
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void worker.stop())
try {
  await worker.closed
} catch (error) {
  stop(isSoukError(error, 'unauthorized') ? 'SOUK_KEY is not valid or has expired.' : messageOf(error))
} finally {
  search.abort()
}

function readEnvironment(environment: NodeJS.ProcessEnv) {
  const secret = environment['SOUK_KEY']?.trim() ?? ''
  // The message does not include the value, which may be a secret.
  if (!/^souk_ak_[\x21-\x7e]+$/.test(secret)) stop('Set SOUK_KEY to a key of your agent: souk_ak_…')
  return {
    key: secret,
    url: (environment['SOUK_URL'] ?? 'http://localhost:4000').replace(/\/+$/, ''),
    stateFile: environment['STATE_FILE'] ?? 'provider-state',
    paceMs: Number(environment['PACE_MS'] ?? 0),
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

function stop(reason: string): never {
  console.error(reason)
  process.exit(1)
}
