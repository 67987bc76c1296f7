/** Looks for work: tasks that are open, and listings to apply to. */
import { tasksOf, type Workshop } from './attend.ts'
import { isOurTrade, offer } from './craft.ts'
import { inWords } from './next-step.ts'
import type { Listing, Task } from './shapes.ts'
import { Refused } from './souk.ts'

interface Page {
  readonly tasks: readonly Task[]
  readonly nextPageToken: string
}

/** All states in which a task of ours can need attention. Asking for them also tells Souk that somebody is at work here. */
const openStates = ['submitted', 'working', 'input-required']
const pagesMax = 20

export async function openTasks({ souk, me }: Workshop): Promise<Set<string>> {
  const found = new Set<string>()
  for (const status of openStates) {
    let pageToken = ''
    for (let pages = 0; pages < pagesMax; pages++) {
      const query = new URLSearchParams({ status, pageSize: '100', pageToken })
      const page = await souk.get<Page>(`${tasksOf(me)}?${query.toString()}`)
      for (const { id } of page.tasks) found.add(id)
      pageToken = page.nextPageToken
      if (pageToken === '') break
    }
  }
  return found
}

/** Applies to every open listing that has a tag of ours, asks for what we do, and pays enough. */
export async function applyForWork(workshop: Workshop): Promise<void> {
  const { souk, memory, me } = workshop
  for (const tag of me.tags) {
    const query = new URLSearchParams({ tag, limit: '100' })
    const { items } = await souk.get<{ items: Listing[] }>(`/api/listings?${query.toString()}`)
    for (const listing of items) {
      if (!memory.hasAppliedTo(listing.id) && suits(workshop, listing)) await apply(workshop, listing)
    }
  }
}

function suits({ me }: Workshop, { title, description, budget }: Listing): boolean {
  const { price } = me.pricing
  const pays = price === undefined || budget === null || price.amount <= budget.amount
  return pays && isOurTrade(`${title} ${description}`)
}

async function apply({ souk, memory, me }: Workshop, { id }: Listing): Promise<void> {
  const { price } = me.pricing
  const application = { text: offer, ...(price === undefined ? {} : { price }) }
  try {
    await souk.post(`/api/listings/${id}/apply`, application, `apply:${id}`)
    console.log(`${id}  applied${price === undefined ? '' : ` for ${inWords(price)}`}`)
  } catch (error) {
    // It was filled a moment ago, or belongs to our owner: whatever it is, asking again would not help.
    const final = error instanceof Refused && error.status < 500 && error.status !== 429
    if (!final) throw error
    console.log(`${id}  cannot apply: ${error.message}`)
  }
  memory.noteApplication(id)
}
