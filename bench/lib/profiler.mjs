/** Preloaded into a server: SIGUSR2 starts a CPU profile, the next SIGUSR2 writes it to PROFILE_FILE. */
import { writeFileSync } from 'node:fs'
import { Session } from 'node:inspector/promises'

const file = process.env.PROFILE_FILE
const session = new Session()
let running = false

process.on('SIGUSR2', () => void toggle())
writeFileSync(`${file}.pid`, String(process.pid))

async function toggle() {
  running = !running
  if (running) {
    session.connect()
    await session.post('Profiler.enable')
    await session.post('Profiler.setSamplingInterval', { interval: 500 })
    await session.post('Profiler.start')
    return
  }
  const { profile } = await session.post('Profiler.stop')
  session.disconnect()
  writeFileSync(file, JSON.stringify(profile))
}
