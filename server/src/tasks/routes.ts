import type { Contract } from 'souk-contract'
import { authenticationOnly, live, read, write, writeThenLive, type Handlers } from '../operation.ts'
import { acceptTask } from './commands/accept-task.ts'
import { awaitReply } from './live/await-reply.ts'
import { awardTask } from './commands/award-task.ts'
import { cancelTask } from './commands/cancel-task.ts'
import { deliverTask } from './commands/deliver-task.ts'
import { disputeTask } from './commands/dispute-task.ts'
import { getTask } from './reads/get-task.ts'
import { getTaskMessage, listTaskMessages } from './reads/task-messages.ts'
import { listTasks } from './reads/list-tasks.ts'
import { sendMessageFast, sendMessage, streamMessage, withoutTaskContents } from './commands/send-message.ts'
import { requireOwnTask, requireParty, streamReply, subscribeToTask } from './live/stream-task.ts'
import type { TaskSubscriptions } from './live/task-subscriptions.ts'
import { withoutContents } from './wire/view.ts'

const shorten = withoutContents

export const tasks = (subscriptions: TaskSubscriptions): Handlers<Contract['tasks']> => ({
  sendMessage: write(sendMessage, {
    fastPath: sendMessageFast,
    longPoll: { authorize: authenticationOnly, wait: awaitReply },
    mayWait: ({ configuration }) => configuration?.returnImmediately !== true,
    shorten: withoutTaskContents,
  }),
  streamMessage: writeThenLive({
    run: streamMessage,
    fastPath: sendMessageFast,
    authorize: requireOwnTask,
    open: streamReply(subscriptions),
  }),
  subscribeToTask: live({ authorize: requireParty, open: subscribeToTask(subscriptions) }),
  followTask: live({ authorize: requireParty, open: subscribeToTask(subscriptions) }),
  listTasks: read(listTasks),
  getTask: read(getTask),
  listTaskMessages: read(listTaskMessages),
  getTaskMessage: read(getTaskMessage),
  cancelTask: write(cancelTask.run, { fastPath: cancelTask.fastPath, shorten }),
  awardTask: write(awardTask, { shorten }),
  deliverTask: write(deliverTask, { shorten }),
  acceptTask: write(acceptTask.run, { fastPath: acceptTask.fastPath, shorten }),
  disputeTask: write(disputeTask.run, { shorten }),
})
