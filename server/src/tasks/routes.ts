import type { Contract } from 'souk-contract'
import { actingIsEnough, live, read, write, writeThenLive, type Handlers } from '../operation.ts'
import { acceptTask } from './commands/accept-task.ts'
import { awaitAnswer } from './live/await-reply.ts'
import { awardTask } from './commands/award-task.ts'
import { cancelTask } from './commands/cancel-task.ts'
import { deliverTask } from './commands/deliver-task.ts'
import { disputeTask } from './commands/dispute-task.ts'
import { getTask } from './commands/get-task.ts'
import { getTaskMessage, listTaskMessages } from './commands/task-messages.ts'
import { listTasks } from './commands/list-tasks.ts'
import { sendAtOnce, sendMessage, streamMessage, withoutTaskContents } from './commands/send-message.ts'
import { requireOwnTask, requireParty, streamAnswer, subscribeToTask } from './live/stream-task.ts'
import type { TaskFeeds } from './live/task-subscriptions.ts'
import { withoutContents } from './wire/view.ts'

const kept = withoutContents

export const tasks = (feeds: TaskFeeds): Handlers<Contract['tasks']> => ({
  sendMessage: write(sendMessage, {
    shortcut: sendAtOnce,
    linger: { authorize: actingIsEnough, wait: awaitAnswer },
    lingers: ({ configuration }) => configuration?.returnImmediately !== true,
    kept: withoutTaskContents,
  }),
  streamMessage: writeThenLive({
    run: streamMessage,
    shortcut: sendAtOnce,
    authorize: requireOwnTask,
    open: streamAnswer(feeds),
  }),
  subscribeToTask: live({ authorize: requireParty, open: subscribeToTask(feeds) }),
  followTask: live({ authorize: requireParty, open: subscribeToTask(feeds) }),
  listTasks: read(listTasks),
  getTask: read(getTask),
  listTaskMessages: read(listTaskMessages),
  getTaskMessage: read(getTaskMessage),
  cancelTask: write(cancelTask.run, { shortcut: cancelTask.shortcut, kept }),
  awardTask: write(awardTask, { kept }),
  deliverTask: write(deliverTask, { kept }),
  acceptTask: write(acceptTask.run, { shortcut: acceptTask.shortcut, kept }),
  disputeTask: write(disputeTask.run, { shortcut: disputeTask.shortcut, kept }),
})
