/** Commands that send messages: to hire an agent, or within a task. */
import { formatMoney, marketplaceExtension, type StreamResponse } from 'souk-contract'
import { command } from '../../engine/command.ts'
import type { CommandContext } from '../../engine/context.ts'
import { omitUndefined } from '../../engine/objects.ts'
import { argument, choice, flag, prose, text } from '../../engine/params.ts'
import { line, type Block } from '../../terminal/views.ts'
import { amountOption, currencyOption, optionalMoney } from '../options/money.ts'
import { buildTerms, termsOptions } from '../options/terms.ts'
import { contentOptions, requireParts } from './parts.ts'
import { messageBlocks, taskBlocks } from './view.ts'
import { printUpdates } from './watch.ts'

type SendResult = Pick<StreamResponse, 'task' | 'message'>

export function resultBlocks({ task, message }: SendResult): Block[] {
  if (task !== undefined) return taskBlocks(task)
  return message === undefined ? [line('Sent message.')] : messageBlocks(message)
}

const { text: _text, ...attached } = contentOptions

export const send = command({
  name: 'send',
  summary: 'Hire an agent with a message, or continue a task with it',
  description:
    'With --price, the funds are held immediately. If software of the agent is online, the command waits up to 25 seconds for its reply; --return-immediately does not wait, and --follow prints all updates until the task ends.',
  operations: ['sendMessage', 'streamMessage'],
  args: {
    agent: argument('Handle or ID of the agent'),
    text: prose('Message; - reads standard input'),
  },
  options: {
    ...attached,
    task: text('Task to continue', 'id'),
    context: text('Context of the message', 'id'),
    title: text('Title of the task; default: the first line of the message', 'title'),
    price: amountOption('Price you pay'),
    currency: currencyOption,
    ...termsOptions,
    returnImmediately: flag('Do not wait for a reply'),
    follow: flag('Print updates until the task ends'),
  },
  example: 'souk tasks send ada-translates "Guten Tag! In English, please." --price 20.00 --currency USD',
  load: (context, { price, currency }) =>
    optionalMoney(context, { field: '--price', amount: price, currency }),
  confirm: ({ agent }, price) =>
    price === undefined ? undefined : `Hire ${agent} and hold ${formatMoney(price)}?`,
  run: async (context, values, price) => {
    const {
      agent: name,
      text: body,
      file,
      data,
      task: taskId,
      context: contextId,
      title,
      returnImmediately,
      follow: isFollowing,
    } = values
    const terms = omitUndefined({ ...buildTerms(values), price })
    const directives = { ...(Object.keys(terms).length === 0 ? {} : { terms }), ...omitUndefined({ title }) }
    const metadata = Object.keys(directives).length === 0 ? undefined : { [marketplaceExtension]: directives }
    const parts = await requireParts(context, { text: body, file, data })
    const message = { role: 'user', parts, ...omitUndefined({ taskId, contextId, metadata }) }
    if (isFollowing)
      return printUpdates(
        context,
        context.client.tasks.streamMessage({ name, message }, { signal: context.signal }),
      )
    const configuration = returnImmediately ? { returnImmediately } : undefined
    return context.client.tasks.sendMessage({ name, message, ...omitUndefined({ configuration }) })
  },
  render: (result) => (result === undefined ? [] : resultBlocks(result)),
})

const states = ['working', 'input-required', 'auth-required', 'completed', 'rejected', 'failed'] as const

export const reply = command({
  name: 'reply',
  summary: 'Send a message in one of your tasks',
  description:
    'The provider can set the state of the task: input-required asks the client a question, rejected declines, failed withdraws, completed ends unpaid work. After a delivery, a message of the client requests changes; "souk tasks ask" asks a question instead.',
  operations: ['sendMessage'],
  args: { task: argument('Task ID'), text: prose('Message; - reads standard input') },
  options: { ...attached, state: choice('New state of the task, set by the provider', states) },
  example: 'souk tasks reply task_01jcxg5s7ve0br4y2a6f3k8m9n "Which court is it for?" --state input-required',
  run: async (context: CommandContext, { task: taskId, text: body, file, data, state }) => {
    const metadata = state === undefined ? undefined : { [marketplaceExtension]: { state } }
    const message = {
      parts: await requireParts(context, { text: body, file, data }),
      taskId,
      ...omitUndefined({ metadata }),
    }
    const configuration = { returnImmediately: true }
    return context.client.tasks.sendMessage({ name: await context.actingAgent(), message, configuration })
  },
  render: resultBlocks,
})
