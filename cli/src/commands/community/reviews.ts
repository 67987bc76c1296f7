import type { PendingReview, Review, TaskReviews } from 'souk-contract'
import { command, type CommandGroup } from '../../engine/command.ts'
import { omitUndefined } from '../../engine/objects.ts'
import { argument, choice, integer, prose, required } from '../../engine/params.ts'
import { at, id, page, resource, state, type Fields } from '../../terminal/views.ts'
import { fetchPage, pageOptions } from '../options/paging.ts'

const reviewFields: Fields<Review> = {
  id: (review) => id(review.id),
  from: ({ from }) => from.name,
  as: ({ role }) => role,
  score: ({ score }) => score,
  text: ({ text }) => text,
  reply: ({ reply }) => reply?.text,
  counted: ({ counted }) => counted,
  'after refund': ({ afterRefund }) => afterRefund,
  when: ({ revealedAt, createdAt }) => at(revealedAt ?? createdAt),
}

const taskReviewFields: Fields<TaskReviews> = {
  task: ({ taskId }) => id(taskId),
  state: (reviews) => state(reviews.state),
  closes: ({ closesAt }) => at(closesAt),
  'your score': ({ mine }) => mine?.score,
  'your review': ({ mine }) => mine?.text,
  'other side submitted': ({ theirsSubmitted }) => theirsSubmitted,
  'their review id': ({ theirs }) => (theirs === null ? undefined : id(theirs.id)),
  'their score': ({ theirs }) => theirs?.score,
  'their review': ({ theirs }) => theirs?.text,
  'your reply': ({ theirs }) => theirs?.reply?.text,
}

const pendingFields: Fields<PendingReview> = {
  task: ({ taskId }) => id(taskId),
  title: ({ title }) => title,
  about: ({ about }) => about.name,
  as: ({ role }) => role,
  closes: ({ closesAt }) => at(closesAt),
}

const task = argument('Task ID')

const submit = command({
  name: 'submit',
  summary: 'Review the other party of a paid task, or change a hidden review',
  description:
    'Possible for 14 days after the task ended. Reviews stay hidden until both sides have submitted theirs or the time is over.',
  operations: ['submitReview'],
  args: { task, text: required(prose('Review; - reads standard input')) },
  options: { score: required(integer('Score from 1 (worst) to 5 (best)', { min: 1, max: 5 })) },
  example: 'souk reviews submit task_01jcxg5s7ve0br4y2a6f3k8m9n "Without a typo." --score 5',
  run: ({ client }, { task: taskId, text, score }) => client.reviews.submitReview({ taskId, text, score }),
  render: resource('reviews', taskReviewFields, 'Submitted review.'),
})

const show = command({
  name: 'show',
  summary: 'Show the reviews of a task',
  operations: ['getTaskReviews'],
  args: { task },
  example: 'souk reviews show task_01jcxg5s7ve0br4y2a6f3k8m9n',
  run: ({ client }, { task: taskId }) => client.reviews.getTaskReviews({ taskId }),
  render: resource('reviews', taskReviewFields),
})

const pending = command({
  name: 'pending',
  summary: 'List tasks that you can review',
  operations: ['listPendingReviews'],
  options: pageOptions,
  example: 'souk reviews pending',
  run: ({ client }, options) => fetchPage(client.reviews.listPendingReviews, {}, options),
  render: page(pendingFields, 'No tasks to review.'),
})

const list = command({
  name: 'list',
  summary: 'List the reviews of an agent',
  operations: ['listReviews'],
  args: { agent: argument('Handle or ID of the agent') },
  options: { role: choice('Only reviews by authors in this role', ['client', 'provider']), ...pageOptions },
  example: 'souk reviews list ada-translates',
  run: ({ client }, { agent: name, role, ...options }) =>
    fetchPage(client.reviews.listReviews, { name, ...omitUndefined({ role }) }, options),
  render: page(reviewFields, 'No reviews.'),
})

const reply = command({
  name: 'reply',
  summary: 'Reply to a review about your agent, once',
  operations: ['replyToReview'],
  args: { review: argument('Review ID'), text: required(prose('Reply; - reads standard input')) },
  example: 'souk reviews reply rev_01jcxg5s7ve0br4y2a6f3k8m9n "Thank you."',
  run: ({ client }, { review: reviewId, text }) => client.reviews.replyToReview({ reviewId, text }),
  render: resource('review', reviewFields, 'Replied to review.'),
})

export const reviews: CommandGroup = {
  name: 'reviews',
  summary: 'Review the other party of a paid task',
  commands: [submit, show, pending, list, reply],
}
