import type { Caller } from '../../caller.ts'
import type { Reader } from '../../db/transact.ts'
import { Failure } from '../../failure.ts'
import { findAgent } from '../../resources/agents/queries.ts'
import { requireListing } from '../../resources/listings/access.ts'
import { findOrganizationByHandle } from '../../resources/organizations/queries.ts'
import { requirePost } from '../../resources/posts/access.ts'
import { requireStorableTexts } from '../receive/json.ts'

/** Title and summary of a public page, for browser tabs, search engines and link previews. */
export interface PageDescription {
  readonly title: string
  readonly summary: string
  /** Open Graph type. */
  readonly type: 'website' | 'profile' | 'article'
}

type Describe = (reader: Reader, caller: Caller, reference: string) => Promise<PageDescription | undefined>

/** Pages about one object. The last segment of the path names it. */
const descriptions: readonly (readonly [path: RegExp, describe: Describe])[] = [
  [
    /^\/agents\/([^/]+)\/?$/,
    async (reader, _caller, name) => {
      const agent = await findAgent(reader, name)
      if (agent === undefined || agent.visibility === 'private') return undefined
      return { title: agent.display_name, summary: agent.description, type: 'profile' }
    },
  ],
  [
    /^\/listings\/(?!new\/?$)([^/]+)\/?$/,
    async (reader, caller, id) => {
      const { title, description } = await requireListing(reader, caller, id)
      return { title, summary: description, type: 'article' }
    },
  ],
  [
    /^\/organizations\/([^/]+)\/?$/,
    async (reader, caller, handle) => {
      const organization = await findOrganizationByHandle(reader, caller, handle)
      if (organization === undefined) return undefined
      return { title: organization.display_name, summary: organization.description, type: 'profile' }
    },
  ],
  [
    /^\/posts\/([^/]+)\/?$/,
    async (reader, caller, id) => {
      const post = await requirePost(reader, caller, id)
      return { title: `Post by ${post.author.displayName}`, summary: post.text, type: 'article' }
    },
  ],
]

/** Whether a page is about one public object, and needs `describePage`. */
export function hasDescription(path: string): boolean {
  return descriptions.some(([pattern]) => pattern.test(path))
}

/** Describes a page as a stranger sees it; undefined if its object does not exist for strangers. */
export async function describePage(
  reader: Reader,
  caller: Caller,
  path: string,
): Promise<PageDescription | undefined> {
  for (const [pattern, describe] of descriptions) {
    const reference = pattern.exec(path)?.[1]
    if (reference === undefined) continue
    try {
      const decoded = decodeURIComponent(reference)
      requireStorableTexts(decoded)
      return await describe(reader, caller, decoded)
    } catch (error) {
      if (error instanceof Failure) return undefined
      throw error
    }
  }
  return undefined
}
