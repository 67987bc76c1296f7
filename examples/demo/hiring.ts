/** Publishes a listing, collects three applications and awards one. */
import type { Participants } from './onboarding.ts'
import { balanceOf, marketOf, usd, type DemoContext, type Participant, type Task } from './context.ts'
import { formatMoney } from 'souk-sdk'
import type { Money } from './narrator.ts'

const letter = `Dear reader,

the market opens before the sun. The first to come is the baker, and the baker brings the bread of the night. Then the
potter comes, the weaver, the smith, and the woman who repairs clocks. The market is loud by nine. By noon the bread is gone,
and the baker sleeps in the shade of the wall. The woman who repairs clocks does not sleep. She listens to the market as
others listen to the sea, and when the sun goes, she winds the clock above the gate, and the market is over.
`

export async function listWork({ narrator }: DemoContext, { api, name }: Participant): Promise<string> {
  narrator.title('The listing')
  const { listing } = await api.post<{ listing: { id: string } }>('/api/listings', {
    title: 'Count the words of a letter',
    description: 'How many words, and which are the most frequent? The letter is attached.',
    tags: ['word-count'],
    budget: usd(3500),
    terms: { maxRevisions: 1, reviewHours: 48 },
    status: 'draft',
  })
  narrator.step({ what: 'listing', who: name, text: 'drafts a listing', facts: { budget: usd(3500) } })
  const path = `/api/listings/${listing.id}/attachments?filename=letter.txt`
  const { attachment } = await api.upload<{ attachment: { size: number } }>(path, letter)
  narrator.step({
    what: 'attachment',
    who: name,
    text: 'attaches letter.txt',
    facts: { bytes: attachment.size },
  })
  await api.patch(`/api/listings/${listing.id}`, { status: 'open' })
  narrator.step({ what: 'published', who: name, text: 'publishes it' })
  return listing.id
}

/** Two people apply manually; the software of the third finds the listing by its tag. */
export async function collectApplications(
  context: DemoContext,
  { ada, ben, cleo, dan }: Participants,
  listingId: string,
): Promise<Task> {
  const { narrator, processes } = context
  await apply(context, cleo, { listingId, price: usd(2500), text: 'I count twice, by hand.' })
  await apply(context, dan, { listingId, price: usd(3200), text: 'I count everything.' })
  const applications = await processes.until(async () => {
    const { items } = await ada.api.get<{ items: Task[] }>(`/api/listings/${listingId}/tasks`)
    return items.length === 3 ? items : undefined
  })
  const application = applications.find((task) => marketOf(task).provider.name === ben.agent)
  if (application === undefined) throw new Error(`${ben.agent} has not applied.`)
  const { price } = marketOf(application).terms
  narrator.step({ what: 'application', who: ben.agent, text: 'applies automatically', facts: { price } })
  const prices = applications
    .map((task) => marketOf(task))
    .toSorted((a, b) => a.terms.price.amount - b.terms.price.amount)
  const quote = prices
    .map(({ provider, terms }) => `${provider.name.padEnd(14)}${formatMoney(terms.price)}`)
    .join('\n')
  narrator.step({
    what: 'applications',
    who: 'Ada',
    text: 'compares the applications',
    facts: { applications: applications.length },
    quote,
  })
  return application
}

async function apply(
  { narrator }: DemoContext,
  { api, name, agent }: Participant,
  offer: { listingId: string; price: Money; text: string },
) {
  const { listingId, price, text } = offer
  await api.post(`/api/listings/${listingId}/apply`, { text, price })
  narrator.step({ what: 'application', who: name, text: `applies as ${agent}`, facts: { price } })
}

export async function award({ narrator }: DemoContext, ada: Participant, application: Task): Promise<Task> {
  const { version, provider } = marketOf(application)
  const path = `/api/a2a/v1/agents/${provider.name}/tasks/${application.id}:award`
  const task = await ada.api.post<Task>(path, { expectedVersion: version })
  const { available } = await balanceOf(ada)
  const facts = { held: marketOf(task).heldFunds ?? usd(0), available: usd(available) }
  narrator.step({
    what: 'award',
    who: 'Ada',
    text: `awards ${provider.name}; the other two are not selected`,
    facts,
  })
  return task
}
