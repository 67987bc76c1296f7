import type { Contract } from 'souk-contract'
import { live, read, write, writeThenLive, type Handlers } from '../../operation.ts'
import { acceptAtOnce, acceptTask } from './accept-task.ts'
import { awaitAnswer } from './await-answer.ts'
import { awardTask } from './award-task.ts'
import { cancelTask } from './cancel-task.ts'
import { deliverTask } from './deliver-task.ts'
import { disputeTask } from './dispute-task.ts'
import { getTask } from './get-task.ts'
import { listTasks } from './list-tasks.ts'
import { sendAtOnce, sendMessage, streamMessage } from './send-message.ts'
import { streamAnswer, subscribeToTask } from './stream-task.ts'
import type { TaskFeeds } from './task-feeds.ts'

export const tasks = (feeds: TaskFeeds): Handlers<Contract['tasks']> => ({
  sendMessage: write(sendMessage, { shortcut: sendAtOnce, linger: awaitAnswer }),
  streamMessage: writeThenLive({ run: streamMessage, shortcut: sendAtOnce, open: streamAnswer(feeds) }),
  subscribeToTask: live(subscribeToTask(feeds)),
  followTask: live(subscribeToTask(feeds)),
  listTasks: read(listTasks),
  getTask: read(getTask),
  cancelTask: write(cancelTask),
  awardTask: write(awardTask),
  deliverTask: write(deliverTask),
  acceptTask: write(acceptTask, { shortcut: acceptAtOnce }),
  disputeTask: write(disputeTask),
})
