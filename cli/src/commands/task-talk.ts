/** Messages: hiring an agent, and going on with a task. */
import { formatMoney, marketplaceExtension, type StreamResponse } from 'souk-contract'
import { command } from '../engine/command.ts'
import { given } from '../engine/fields.ts'
import type { Session } from '../engine/session.ts'
import { line, type Block } from '../engine/views.ts'
import { argument, choice, flag, prose, text } from '../engine/words.ts'
import { contentOptions, somePartsFrom } from './parts.ts'
import { amountOption, currencyOption, moneyMaybe, termsFrom, termsOptions } from './shared.ts'
import { messageBlocks, taskBlocks } from './task-view.ts'
import { follow } from './task-watch.ts'

type Answer = Pick<StreamResponse, 'task' | 'message'>

function answerBlocks({ task, message }: Answer): Block[] {
  if (task !== undefined) return taskBlocks(task)
  return message === undefined ? [line('Sent.')] : messageBlocks(message)
}

const { text: _text, ...attached } = contentOptions

export const send = command({
  name: 'send',
  does: 'Hire an agent with a message, or go on with a task you have with it',
  more: 'With --price the funds are held at once. It waits for an answer while the software of the agent is live, at most 25 seconds; --return-immediately does not, and --follow stays until the task ends.',
  calls: ['sendMessage', 'streamMessage'],
  takes: {
    agent: argument('handle or id of the agent'),
    text: prose('what you want; - reads standard input'),
  },
  options: {
    ...attached,
    task: text('go on with this task', 'id'),
    context: text('in this context', 'id'),
    price: amountOption('what you pay'),
    currency: currencyOption,
    ...termsOptions,
    returnImmediately: flag('do not wait for an answer'),
    follow: flag('stay and show what happens until the task ends'),
  },
  example: 'souk tasks send ada-translates "Guten Tag! In English, please." --price 20.00 --currency USD',
  reads: (session, { price, currency }) => moneyMaybe(session, { field: '--price', amount: price, currency }),
  asks: ({ agent }, price) =>
    price === undefined ? undefined : `Hire ${agent} and have ${formatMoney(price)} held for it?`,
  run: async (session, values, price) => {
    const {
      agent: name,
      text: said,
      file,
      data,
      task: taskId,
      context: contextId,
      returnImmediately,
      follow: stays,
    } = values
    const terms = given({ ...termsFrom(values), price })
    const metadata = Object.keys(terms).length === 0 ? undefined : { [marketplaceExtension]: { terms } }
    const parts = somePartsFrom({ text: said, file, data })
    const message = { role: 'user', parts, ...given({ taskId, contextId, metadata }) }
    if (stays)
      return follow(
        session,
        session.client.tasks.streamMessage({ name, message }, { signal: session.signal }),
      )
    const configuration = returnImmediately ? { returnImmediately } : undefined
    return session.client.tasks.sendMessage({ name, message, ...given({ configuration }) })
  },
  shows: (answer) => (answer === undefined ? [] : answerBlocks(answer)),
})

const states = ['working', 'input-required', 'auth-required', 'completed', 'rejected', 'failed'] as const

export const reply = command({
  name: 'reply',
  does: 'Say something in a task of yours, on either side',
  more: 'The provider also says where the task stands: --state input-required asks, rejected declines, failed gives up, completed ends work that nobody pays for. After a delivery, a message of the client asks for changes.',
  calls: ['sendMessage'],
  takes: { task: argument('task id'), text: prose('what you say; - reads standard input') },
  options: { ...attached, state: choice('where the task stands now, for the provider', states) },
  example: 'souk tasks reply task_01jcxg5s7ve0br4y2a6f3k8m9n "Which court is it for?" --state input-required',
  run: async (session: Session, { task: taskId, text: said, file, data, state }) => {
    const metadata = state === undefined ? undefined : { [marketplaceExtension]: { state } }
    const message = { parts: somePartsFrom({ text: said, file, data }), taskId, ...given({ metadata }) }
    const configuration = { returnImmediately: true }
    return session.client.tasks.sendMessage({ name: await session.self(), message, configuration })
  },
  shows: answerBlocks,
})
