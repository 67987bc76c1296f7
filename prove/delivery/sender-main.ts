/** Entry point of a sender process. The parent process sets its clock. */
import { manualClock } from '../../server/src/lib/clock.ts'
import { startSender } from './sender.ts'

const [, , databaseUrl = '', time = ''] = process.argv

const clock = manualClock(new Date(time))
const sender = await startSender(databaseUrl, clock)

process.on('message', (now) => {
  clock.advance(Math.max(0, Number(now) - clock.now().getTime()))
  sender.wake()
})
process.on('disconnect', () => process.exit())
process.send?.('ready')
