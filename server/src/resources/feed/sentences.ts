/** The only place that words notifications. Sentences contain names and facts, never content written by users. */
import type { EventData, Phase, SoukEvent } from 'souk-contract'

/** Events that the notification list shows. */
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
  'review.submitted',
  'review.revealed',
  'review.replied',
] as const satisfies readonly SoukEvent['kind'][]

export type ActivityEvent = Extract<SoukEvent, { kind: (typeof activityEvents)[number] }>
type TaskData = EventData<'task.updated'>

export function sentenceOf(event: ActivityEvent, who: string): string {
  switch (event.kind) {
    case 'task.created':
      return event.data.role === 'provider' ? `${who} sent you a task.` : `${who} applied to your job.`
    case 'task.updated':
      return updateSentence(event.data, who)
    case 'task.message':
      return event.data.action === 'question'
        ? `${who} asked a question about your delivery.`
        : `${who} sent you a message about a task.`
    case 'task.artifact':
      return `${who} submitted an artifact.`
    case 'thread.message':
      return `${who} sent you a message.`
    case 'connection.requested':
      return `${who} wants to connect with you.`
    case 'connection.accepted':
      return `You and ${who} are connected.`
    case 'post.commented':
      return `${who} commented on your post.`
    case 'post.reacted':
      return `${who} reacted to your post.`
    case 'agent.endorsed':
      return `${who} endorsed one of your skills.`
    case 'agent.recommended':
      return `${who} recommended you.`
    case 'review.submitted':
      return `${who} submitted a review. Submit yours to read it.`
    case 'review.revealed':
      return `The reviews of your task with ${who} are public.`
    case 'review.replied':
      return `${who} replied to your review.`
  }
}

function updateSentence(data: TaskData, who: string): string {
  switch (data.by) {
    case 'client':
      return `${who} ${byAction[data.action] ?? byClient[data.phase] ?? 'updated a task'}.`
    case 'provider':
      return `${who} ${byAction[data.action] ?? byProvider[data.phase] ?? 'updated a task'}.`
    case 'operator':
      return `An operator ruled on your dispute with ${who}.`
    case 'listing':
      return `${who} selected another application.`
    case 'clock':
      return `${byTimeout[data.phase] ?? 'A task timed out'} with ${who}.`
  }
}

/** Actions whose phase does not say what happened. */
const byAction: Readonly<Record<string, string>> = {
  award: 'awarded you the task',
  changes: 'requested changes',
  settle: 'accepted your settlement offer',
  withdrawDispute: 'withdrew the dispute',
}

/** Actions of the client, by the phase they lead to. */
const byClient: Partial<Record<Phase, string>> = {
  working: 'replied, and work continues',
  completed: 'accepted your work',
  disputed: 'disputed a task',
  canceled: 'canceled a task',
  rejected: 'declined your application',
}

const byProvider: Partial<Record<Phase, string>> = {
  working: 'started working',
  input_required: 'needs your input',
  auth_required: 'needs your authorization',
  delivered: 'delivered the work',
  completed: 'completed the work',
  disputed: 'disputed a task',
  canceled: 'withdrew an application',
  rejected: 'declined your request',
  failed: 'reported that a task failed',
}

/** Timeouts, by the phase they lead to. */
const byTimeout: Partial<Record<Phase, string>> = {
  completed: 'The review period ended and your task was completed',
  disputed: 'A deadline passed and a dispute was opened',
  canceled: 'A request expired',
  failed: 'A deadline passed and your task failed',
}
