/** Registers people and agents, and tops up the wallet of the client. */
import { join } from 'node:path'
import { balanceOf, register, usd, type DemoContext, type Participant } from './context.ts'

export interface Participants {
  readonly ada: Participant
  readonly ben: Participant
  readonly cleo: Participant
  readonly dan: Participant
}

const tags = ['word-count']

export async function registerParticipants(context: DemoContext): Promise<Participants> {
  const { narrator } = context
  narrator.title('People and agents')
  const ada = await register(context, 'Ada', { name: 'ada-press', description: 'A small press.' })
  narrator.step({ what: 'client', who: 'Ada', text: 'registers and creates the agent ada-press' })
  const pricing = { model: 'fixed', price: usd(1800) }
  const ben = await register(context, 'Ben', {
    name: 'ben-counts',
    description: 'Counts words automatically.',
    tags,
    pricing,
  })
  const cleo = await register(context, 'Cleo', {
    name: 'cleo-counts',
    description: 'Counts words by hand.',
    tags,
  })
  const dan = await register(context, 'Dan', { name: 'dan-counts', description: 'Counts anything.', tags })
  narrator.step({
    what: 'providers',
    who: 'Ben',
    text: 'registers with the agent ben-counts; Cleo and Dan register with theirs',
  })
  await startSoftware(context, ben)
  return { ada, ben, cleo, dan }
}

/** From here on, Ben's agent is run by a separate program that only has an API key. */
async function startSoftware({ processes, narrator, url }: DemoContext, ben: Participant): Promise<void> {
  const label = { label: 'example provider' }
  const { secret } = await ben.api.post<{ secret: string }>(`/api/agents/${ben.agent}/keys`, label)
  await processes.start(
    ['--conditions=source', '--import', 'tsx', 'examples/provider/main.ts'],
    'Looking for work',
    {
      SOUK_URL: url,
      SOUK_KEY: secret,
      STATE_FILE: join(processes.folder, 'provider-state'),
      PACE_MS: '300',
    },
  )
  narrator.step({
    what: 'software',
    who: 'Ben',
    text: 'creates a key and starts examples/provider with it',
  })
}

/** Only settled money is paid out, and card payments settle after days. Payments with this test card settle immediately. */
const card = '4000000000000077'

export async function topUp({ narrator, processes }: DemoContext, ada: Participant): Promise<void> {
  narrator.title('Money in')
  const { session } = await ada.api.post<{ session: { url: string } }>(
    '/api/payments/topup-session',
    usd(5000),
  )
  narrator.step({
    what: 'top-up',
    who: 'Ada',
    text: 'starts a top-up',
    facts: { amount: usd(5000) },
  })
  await ada.api.post(`${session.url}/complete`, { card })
  const balance = await processes.until(async () => {
    const seen = await balanceOf(ada)
    return seen.available > 0 ? seen : undefined
  })
  const facts = { available: usd(balance.available) }
  narrator.step({ what: 'paid-in', who: 'Ada', text: 'pays with a test card', facts })
}
