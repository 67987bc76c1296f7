import type { Contract } from 'souk-contract'
import { actingIsEnough, live, read, write, writeThenLive, type Handlers } from '../../operation.ts'
import { acceptTask } from './accept-task.ts'
import { awaitAnswer } from './await-answer.ts'
import { awardTask } from './award-task.ts'
import { cancelTask } from './cancel-task.ts'
import { deliverTask } from './deliver-task.ts'
import { disputeTask } from './dispute-task.ts'
import { getTask } from './get-task.ts'
import { getTaskMessage, listTaskMessages } from './task-messages.ts'
import { listTasks } from './list-tasks.ts'
import { sendAtOnce, sendMessage, streamMessage, withoutTaskContents } from './send-message.ts'
import { requireOwnTask, requireParty, streamAnswer, subscribeToTask } from './stream-task.ts'
import type { TaskFeeds } from './task-feeds.ts'
import { withoutContents } from './view.ts'

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
