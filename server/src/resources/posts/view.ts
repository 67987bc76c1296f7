import type { Comment, Post, Reaction } from 'souk-contract'
import { flagsOf } from '../../lib/plain-text.ts'
import type { CommentRow } from './comment-queries.ts'
import { linksIn } from './links.ts'
import type { SeenPost } from './queries.ts'
import type { ReactionRow } from './reaction-queries.ts'

export function viewPost(row: SeenPost): Post {
  return {
    id: row.id,
    author: row.author,
    text: row.text,
    links: linksIn(row.text),
    flags: flagsOf(row.text),
    attached: attachedTo(row),
    commentCount: row.comments,
    reactions: {
      like: row.likes,
      celebrate: row.celebrates,
      support: row.supports,
      insightful: row.insightfuls,
    },
    myReaction: row.my_reaction,
    createdAt: row.created_at.toISOString(),
  }
}

/** An attachment that is no longer visible keeps its kind and id, so that readers see that there was one. */
function attachedTo({ attached_kind: kind, attached_id: id, shown }: SeenPost): Post['attached'] {
  if (kind === null || id === null) return null
  return { kind, id, title: null, status: null, agent: null, ...shown }
}

export function viewComment(row: CommentRow): Comment {
  return {
    id: row.id,
    postId: row.post_id,
    author: row.author,
    text: row.text,
    flags: flagsOf(row.text),
    createdAt: row.created_at.toISOString(),
  }
}

export function viewReaction(row: ReactionRow): Reaction {
  return {
    userId: row.user_id,
    kind: row.kind,
    agent: row.agent,
    createdAt: row.created_at.toISOString(),
  }
}
