/** A question, a delivery in chunks, a change request and a second delivery, observed on the stream of the task. */
import type { StreamResponse } from 'souk-sdk'
import { marketOf, type DemoContext, type Participant, type Task } from './context.ts'

export async function followDelivery(
  { narrator, processes }: DemoContext,
  ada: Participant,
  { id, ...task }: Task,
): Promise<void> {
  const provider = marketOf({ id, ...task }).provider.name
  const base = `/api/a2a/v1/agents/${provider}`
  const events = ada.api.follow(provider, id)
  const say = async (text: string) => {
    const message = { role: 'user', taskId: id, parts: [{ text }] }
    await ada.api.post(`${base}/message:send`, { message, configuration: { returnImmediately: true } })
  }
  const showDelivery = async (what: string) => {
    const pieces = await processes.orAborted(untilPhase(events, 'delivered'))
    const { artifacts } = await ada.api.get<Task>(`${base}/tasks/${id}`)
    const quote = artifacts?.flatMap(({ parts }) => parts.map(({ text }) => text)).join('') ?? ''
    const facts = { pieces: pieces.filter(({ artifactUpdate }) => artifactUpdate !== undefined).length }
    narrator.step({
      what,
      who: provider,
      text: 'submits its report in chunks and delivers',
      facts,
      quote,
    })
  }

  narrator.title('The work')
  const question = (await processes.orAborted(untilPhase(events, 'input_required'))).at(-1)
  narrator.step({ what: 'question', who: provider, text: 'asks:', quote: textOf(question) })
  await say('The top 5, please.')
  narrator.step({ what: 'answer', who: 'Ada', text: 'answers: "The top 5, please."' })
  await showDelivery('delivery')
  await say('Very good. Please leave out: the, and, of, is, a.')
  narrator.step({
    what: 'revision',
    who: 'Ada',
    text: 'requests a change: "Please leave out: the, and, of, is, a."',
  })
  await showDelivery('second-delivery')
  await events.return(undefined)
}

/** Collects events until the task reaches a phase. */
async function untilPhase(events: AsyncGenerator<StreamResponse>, phase: string): Promise<StreamResponse[]> {
  const seen: StreamResponse[] = []
  for (;;) {
    const { done, value } = await events.next()
    if (done === true) throw new Error(`The task ended before it reached the phase ${phase}.`)
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
