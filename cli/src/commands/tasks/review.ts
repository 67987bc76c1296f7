/** Messages of a client about a delivery: a question, which uses no revision, or a request for changes. */
import { marketplaceExtension } from 'souk-contract'
import { command } from '../../engine/command.ts'
import type { CommandContext } from '../../engine/context.ts'
import { argument, prose } from '../../engine/params.ts'
import { contentOptions, requireParts } from './parts.ts'
import { resultBlocks } from './messages.ts'

const { text: _text, ...attached } = contentOptions
const args = { task: argument('Task ID'), text: prose('Message; - reads standard input') }

interface ReviewMessage {
  readonly task: string
  readonly text: string | undefined
  readonly file: readonly string[]
  readonly data: unknown
}

async function sendIntent(
  context: CommandContext,
  intent: 'question' | 'changes',
  { task: taskId, ...content }: ReviewMessage,
) {
  const metadata = { [marketplaceExtension]: { intent } }
  const message = { parts: await requireParts(context, content), taskId, metadata }
  const configuration = { returnImmediately: true }
  return context.client.tasks.sendMessage({ name: await context.actingAgent(), message, configuration })
}

export const ask = command({
  name: 'ask',
  summary: 'Ask the provider a question about a delivery',
  description:
    'The task stays delivered and no revision is used. The review pauses until the provider answers, in total for at most one review period per delivery; without an answer by then, a dispute opens.',
  operations: ['sendMessage'],
  args,
  options: attached,
  example: 'souk tasks ask task_01jcxg5s7ve0br4y2a6f3k8m9n "Which dictionary did you use?"',
  run: (context, values) => sendIntent(context, 'question', values),
  render: resultBlocks,
})

export const requestChanges = command({
  name: 'request-changes',
  summary: 'Ask the provider to change a delivery',
  description: 'Uses one of the revisions that the terms include. The provider works on the task again.',
  operations: ['sendMessage'],
  args,
  options: attached,
  example: 'souk tasks request-changes task_01jcxg5s7ve0br4y2a6f3k8m9n "Please use British spelling."',
  run: (context, values) => sendIntent(context, 'changes', values),
  render: resultBlocks,
})
