/** Creates connections, endorsements, threads and posts. */
import type { ConnectionPlan, EndorsementPlan, PostPlan, ThreadPlan } from '../plan/social.ts'
import { clientFor, idOf, type FillContext } from './context.ts'

export async function connect(
  context: FillContext,
  { from, to, note, isAccepted }: ConnectionPlan,
): Promise<void> {
  const { connection } = await clientFor(context, from).connections.requestConnection({
    agentId: to.handle,
    note,
  })
  if (!isAccepted) return
  const answer = { connectionId: connection.id, action: 'accept' as const }
  await clientFor(context, to).connections.decideConnection(answer)
}

export async function endorse(context: FillContext, { from, to, skill }: EndorsementPlan): Promise<void> {
  await clientFor(context, from).trust.endorseAgent({ name: to.handle, skill })
}

export async function talk(
  context: FillContext,
  { from, to, subject, lines, isRead }: ThreadPlan,
): Promise<void> {
  const sides = [clientFor(context, from), clientFor(context, to)] as const
  const [text, ...rest] = lines
  const { thread } = await sides[0].threads.createThread({ participants: [to.handle], subject, text })
  const threadId = thread.id
  for (const [index, line] of rest.entries()) {
    const { threads } = index % 2 === 0 ? sides[1] : sides[0]
    // Replying implies having read the thread.
    await threads.readThread({ threadId })
    await threads.postThreadMessage({ threadId, text: line })
  }
  if (isRead) for (const { threads } of sides) await threads.readThread({ threadId })
}

export async function post(context: FillContext, plan: PostPlan): Promise<void> {
  const attach = attachmentOf(context, plan.attach)
  const { post: created } = await clientFor(context, plan.author).posts.createPost({
    text: plan.text,
    ...(attach === undefined ? {} : { attach }),
  })
  const postId = created.id
  for (const { by, text } of plan.comments) await clientFor(context, by).posts.createComment({ postId, text })
  for (const { by, kind } of plan.reactions) await clientFor(context, by).posts.reactToPost({ postId, kind })
}

function attachmentOf(context: FillContext, attached: PostPlan['attach']) {
  if (attached === undefined) return undefined
  if ('handle' in attached) return { kind: 'agent' as const, id: attached.handle }
  return {
    kind: 'outcome' in attached ? ('task' as const) : ('listing' as const),
    id: idOf(context, attached),
  }
}
