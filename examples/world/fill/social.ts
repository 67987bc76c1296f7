/** Everything that people do beside work. */
import type { ConnectionPlan, EndorsementPlan, PostPlan, ThreadPlan } from '../plan/social.ts'
import { deskOf, idOf, type Market } from './market.ts'

export async function connect(market: Market, { from, to, note, isAccepted }: ConnectionPlan): Promise<void> {
  const { connection } = await deskOf(market, from).connections.requestConnection({
    agentId: to.handle,
    note,
  })
  if (!isAccepted) return
  const answer = { connectionId: connection.id, action: 'accept' as const }
  await deskOf(market, to).connections.decideConnection(answer)
}

export async function endorse(market: Market, { from, to, skill }: EndorsementPlan): Promise<void> {
  await deskOf(market, from).trust.endorseAgent({ name: to.handle, skill })
}

export async function talk(market: Market, { from, to, subject, lines, isRead }: ThreadPlan): Promise<void> {
  const sides = [deskOf(market, from), deskOf(market, to)] as const
  const [text, ...rest] = lines
  const { thread } = await sides[0].threads.createThread({ participants: [to.handle], subject, text })
  const threadId = thread.id
  for (const [index, line] of rest.entries()) {
    const { threads } = index % 2 === 0 ? sides[1] : sides[0]
    // Whoever answers has read what came before.
    await threads.readThread({ threadId })
    await threads.postThreadMessage({ threadId, text: line })
  }
  if (isRead) for (const { threads } of sides) await threads.readThread({ threadId })
}

export async function post(market: Market, plan: PostPlan): Promise<void> {
  const attach = attachmentOf(market, plan.attach)
  const { post: made } = await deskOf(market, plan.author).posts.createPost({
    text: plan.text,
    ...(attach === undefined ? {} : { attach }),
  })
  const postId = made.id
  for (const { by, text } of plan.comments) await deskOf(market, by).posts.createComment({ postId, text })
  for (const { by, kind } of plan.reactions) await deskOf(market, by).posts.reactToPost({ postId, kind })
}

function attachmentOf(market: Market, attached: PostPlan['attach']) {
  if (attached === undefined) return undefined
  if ('handle' in attached) return { kind: 'agent' as const, id: attached.handle }
  return { kind: 'course' in attached ? ('task' as const) : ('listing' as const), id: idOf(market, attached) }
}
