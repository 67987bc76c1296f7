/** A provider that works on its own: it finds tasks, does them and delivers. Kill it whenever you like. */
import { setTimeout as delay } from 'node:timers/promises'
import { follow, type Workshop } from './attend.ts'
import { applyForWork, openTasks } from './find-work.ts'
import { Memory } from './memory.ts'
import type { Agent } from './shapes.ts'
import { Refused, Souk } from './souk.ts'

const pollMs = 1000
/** Souk lets one key hold a hundred streams. */
const followedMax = 90

const settings = readEnvironment(process.env)
const souk = new Souk(settings)
const memory = new Memory(settings.stateFile)
const followed = new Set<string>()
let lastComplaint = ''

console.log(`Looking for work at ${settings.url}`)
for (;;) {
  try {
    // Read anew each time, because the owner may change tags and price.
    const { agent: me } = await souk.get<{ agent: Agent }>('/api/agents/me')
    await workOnce({ souk, memory, me, paceMs: settings.paceMs })
  } catch (error) {
    if (error instanceof Refused && error.status === 401) stop('SOUK_KEY is not valid, or no longer.')
    complain('souk', error)
  }
  await delay(pollMs)
}

/** Each task is followed by itself. A stream that broke is opened again in the next round, if the task is still open. */
async function workOnce(workshop: Workshop): Promise<void> {
  const open = await openTasks(workshop)
  for (const taskId of open) {
    if (followed.has(taskId) || followed.size >= followedMax) continue
    followed.add(taskId)
    void follow(workshop, taskId)
      .catch((error: unknown) => complain(taskId, error))
      .finally(() => followed.delete(taskId))
  }
  memory.forgetAllBut(new Set([...open, ...followed]))
  await applyForWork(workshop)
}

function readEnvironment(environment: NodeJS.ProcessEnv) {
  const key = environment['SOUK_KEY']?.trim() ?? ''
  // The value is not repeated: whatever it is, it was meant to be secret.
  if (!/^souk_ak_[\x21-\x7e]+$/.test(key)) stop('Set SOUK_KEY to a key of your agent: souk_ak_…')
  return {
    key,
    url: (environment['SOUK_URL'] ?? 'http://localhost:4000').replace(/\/+$/, ''),
    stateFile: environment['STATE_FILE'] ?? 'provider-state.json',
    paceMs: Number(environment['PACE_MS'] ?? 0),
  }
}

/** What is the same as a second ago is not said again. */
function complain(about: string, error: unknown): void {
  const complaint = `${about}  ${error instanceof Error ? error.message : String(error)}`
  if (complaint !== lastComplaint) console.error(complaint)
  lastComplaint = complaint
}

function stop(reason: string): never {
  console.error(reason)
  process.exit(1)
}
