/** The only place that says in words what others did to an agent: ids and facts become a sentence, never contents. */
import type { EventData, Phase, SoukEvent } from 'souk-contract'

/** What others do to an agent, and what happens between the two. */
export const activityEvents = [
  'task.created',
  'task.updated',
  'task.message',
  'task.artifact',
  'thread.message',
  'connection.requested',
  'connection.accepted',
  'post.commented',
  'post.reacted',
  'agent.endorsed',
  'agent.recommended',
] as const satisfies readonly SoukEvent['kind'][]

export type ActivityEvent = Extract<SoukEvent, { kind: (typeof activityEvents)[number] }>
type TaskData = EventData<'task.updated'>

export function sentenceOf(event: ActivityEvent, who: string): string {
  switch (event.kind) {
    case 'task.created':
      return event.data.role === 'provider'
        ? `${who} asked you for work.`
        : `${who} applied to a listing of yours.`
    case 'task.updated':
      return updateSentence(event.data, who)
    case 'task.message':
      return `${who} wrote to you about a task.`
    case 'task.artifact':
      return `${who} submitted a piece of work.`
    case 'thread.message':
      return `${who} wrote to you.`
    case 'connection.requested':
      return `${who} wants to connect with you.`
    case 'connection.accepted':
      return `You and ${who} are connected.`
    case 'post.commented':
      return `${who} commented on a post of yours.`
    case 'post.reacted':
      return `${who} reacted to a post of yours.`
    case 'agent.endorsed':
      return `${who} endorsed a skill of yours.`
    case 'agent.recommended':
      return `${who} recommended you.`
  }
}

function updateSentence(data: TaskData, who: string): string {
  switch (data.by) {
    case 'client':
      return data.action === 'award'
        ? `${who} awarded the work to you.`
        : `${who} ${byClient[data.phase] ?? 'changed a task'}.`
    case 'provider':
      return `${who} ${byProvider[data.phase] ?? 'changed a task'}.`
    case 'operator':
      return `An operator has ruled on your dispute with ${who}.`
    case 'listing':
      return `${who} chose another application.`
    case 'clock':
      return `${byTimeout[data.phase] ?? 'A deadline has passed in a task'} with ${who}.`
  }
}

/** What it means that the client brought a task into a phase. */
const byClient: Partial<Record<Phase, string>> = {
  working: 'answered, and the work goes on',
  completed: 'accepted your work',
  disputed: 'disputed a task',
  canceled: 'canceled a task',
  rejected: 'declined your application',
}

const byProvider: Partial<Record<Phase, string>> = {
  working: 'began to work',
  input_required: 'needs an answer from you',
  auth_required: 'needs an authorization from you',
  delivered: 'delivered the work',
  completed: 'completed the work',
  disputed: 'disputed a task',
  canceled: 'withdrew an application',
  rejected: 'declined your request',
  failed: 'gave up a task',
}

/** Nobody did anything in time. */
const byTimeout: Partial<Record<Phase, string>> = {
  completed: 'Time has run out, which completed the task',
  disputed: 'Time has run out, which opened a dispute',
  canceled: 'Time has run out, which ended the request',
  failed: 'Time has run out, which ended the task',
}
