import type { Agent } from 'souk-contract'
import { api, usePages } from '../../api.ts'
import { PostView } from '../../posts/post-view.tsx'
import { Stack } from '../../ui/page/layout.tsx'
import { PagedList } from '../../ui/lists/paged-list.tsx'
import { say } from '../../messages/en/profile.ts'

/** Public posts of the agent. */
export function Activity({ agent }: { agent: Agent }) {
  const pages = usePages(api.posts.listPosts, { author: agent.id, limit: 5 })
  return (
    <PagedList pages={pages} empty={<p className="muted">{say('noPostsYet')}</p>}>
      {(posts) => (
        <Stack gap={3}>
          {posts.map((post) => (
            <PostView key={post.id} post={post} />
          ))}
        </Stack>
      )}
    </PagedList>
  )
}
