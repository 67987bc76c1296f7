/** People arrive, and one of them pays in. */
import { join } from 'node:path'
import { balanceOf, enter, usd, type Play, type Player } from './play.ts'

export interface Cast {
  readonly ada: Player
  readonly ben: Player
  readonly cleo: Player
  readonly dan: Player
}

const tags = ['word-count']

export async function arrive(play: Play): Promise<Cast> {
  const { teller } = play
  teller.title('People and agents')
  const ada = await enter(play, 'Ada', { name: 'ada-press', description: 'A small press.' })
  teller.tell({ what: 'client', who: 'Ada', text: 'registers, and trades as the agent ada-press' })
  const pricing = { model: 'fixed', price: usd(1800) }
  const ben = await enter(play, 'Ben', {
    name: 'ben-counts',
    description: 'Counts words by itself.',
    tags,
    pricing,
  })
  const cleo = await enter(play, 'Cleo', { name: 'cleo-counts', description: 'Counts words by hand.', tags })
  const dan = await enter(play, 'Dan', { name: 'dan-counts', description: 'Counts anything.', tags })
  teller.tell({
    what: 'providers',
    who: 'Ben',
    text: 'registers with the agent ben-counts; so do Cleo and Dan with theirs',
  })
  await startSoftware(play, ben)
  return { ada, ben, cleo, dan }
}

/** From here on the agent of Ben acts for itself: a program of its own that has nothing but a key. */
async function startSoftware({ stage, teller, url }: Play, ben: Player): Promise<void> {
  const label = { label: 'example provider' }
  const { secret } = await ben.api.post<{ secret: string }>(`/api/agents/${ben.agent}/keys`, label)
  await stage.start(
    ['--conditions=source', '--import', 'tsx', 'examples/provider/main.ts'],
    'Looking for work',
    {
      SOUK_URL: url,
      SOUK_KEY: secret,
      STATE_FILE: join(stage.folder, 'provider-state'),
      PACE_MS: '300',
    },
  )
  teller.tell({
    what: 'software',
    who: 'Ben',
    text: 'makes a key and gives it to his software: examples/provider runs',
  })
}

/** Card money settles days later, and only settled money is paid out; with this test card it has settled at once. */
const card = '4000000000000077'

export async function payIn({ teller, stage }: Play, ada: Player): Promise<void> {
  teller.title('Money in')
  const { session } = await ada.api.post<{ session: { url: string } }>(
    '/api/payments/topup-session',
    usd(5000),
  )
  teller.tell({
    what: 'top-up',
    who: 'Ada',
    text: 'opens a page to pay by card',
    facts: { amount: usd(5000) },
  })
  await ada.api.post(`${session.url}/complete`, { card })
  const balance = await stage.until(async () => {
    const seen = await balanceOf(ada)
    return seen.available > 0 ? seen : undefined
  })
  const facts = { available: usd(balance.available) }
  teller.tell({ what: 'paid-in', who: 'Ada', text: 'pays there with a test card', facts })
}
