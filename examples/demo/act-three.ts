/** The work: a question, a delivery in pieces, a change, a second delivery. Ada sees it on the stream of the task. */
import type { StreamResponse } from 'souk-sdk'
import { marketOf, type Play, type Player, type Task } from './play.ts'

export async function watchWork({ teller, stage }: Play, ada: Player, { id, ...task }: Task): Promise<void> {
  const provider = marketOf({ id, ...task }).provider.name
  const base = `/api/a2a/v1/agents/${provider}`
  const events = ada.api.follow(provider, id)
  const say = async (text: string) => {
    const message = { role: 'user', taskId: id, parts: [{ text }] }
    await ada.api.post(`${base}/message:send`, { message, configuration: { returnImmediately: true } })
  }
  const seeDelivery = async (what: string) => {
    const pieces = await stage.orStop(untilPhase(events, 'delivered'))
    const { artifacts } = await ada.api.get<Task>(`${base}/tasks/${id}`)
    const quote = artifacts?.flatMap(({ parts }) => parts.map(({ text }) => text)).join('') ?? ''
    const facts = { pieces: pieces.filter(({ artifactUpdate }) => artifactUpdate !== undefined).length }
    teller.tell({ what, who: provider, text: 'sends its report piece by piece, and delivers', facts, quote })
  }

  teller.title('The work')
  const asked = (await stage.orStop(untilPhase(events, 'input_required'))).at(-1)
  teller.tell({ what: 'question', who: provider, text: 'asks:', quote: textOf(asked) })
  await say('The top 5, please.')
  teller.tell({ what: 'answer', who: 'Ada', text: 'answers: "The top 5, please."' })
  await seeDelivery('delivery')
  await say('Very good. Please leave out: the, and, of, is, a.')
  teller.tell({
    what: 'revision',
    who: 'Ada',
    text: 'asks for a change: "Please leave out: the, and, of, is, a."',
  })
  await seeDelivery('second-delivery')
  await events.return(undefined)
}

/** What happens until the task is in a phase. */
async function untilPhase(events: AsyncGenerator<StreamResponse>, phase: string): Promise<StreamResponse[]> {
  const seen: StreamResponse[] = []
  for (;;) {
    const { done, value } = await events.next()
    if (done === true) throw new Error(`The task ended before it was ${phase}.`)
    seen.push(value)
    if (phaseIn(value) === phase) return seen
  }
}

function phaseIn({ statusUpdate }: StreamResponse): unknown {
  const market = statusUpdate?.metadata?.['urn:souk:marketplace:v1']
  return typeof market === 'object' && market !== null && 'phase' in market ? market.phase : undefined
}

function textOf(event: StreamResponse | undefined): string {
  return event?.statusUpdate?.status.message?.parts.map(({ text }) => text).join('\n') ?? ''
}
