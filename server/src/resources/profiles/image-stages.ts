import { record } from '../../audit/record.ts'
import type { AgentCaller } from '../../caller.ts'
import type { Ports } from '../../ports/ports.ts'
import type { Reader, Tx } from '../../db/transact.ts'
import { isId } from '../../lib/ids.ts'
import { stripImage } from '../../lib/images/strip-image.ts'
import { lockAgent } from '../agents/access-queries.ts'
import { getAgentRow, updateAgentRow } from '../agents/queries.ts'
import { viewAgent } from '../agents/view.ts'
import { partsOf, type PartRow } from '../files/part-queries.ts'
import { findReadableFile } from '../files/queries.ts'
import { readParts } from '../files/content/read-parts.ts'
import { releaseFiles } from '../files/use-queries.ts'
import { requireManager } from './access.ts'
import { claimOwnFile, notOwn } from './claim-work.ts'
import { imagePixelsMax, requireProfileImage } from './rules.ts'

type ImageName = 'avatar' | 'banner'

interface ImageInput {
  readonly fileId: string
}

export interface StoredImage {
  readonly mediaType: string
  readonly size: number
  readonly parts: readonly PartRow[]
}

/** Reads the stored bytes outside of a transaction: the limit of pixels is lower than for other files. */
export const imageStages = (name: ImageName) => ({
  before: async (reader: Reader, caller: AgentCaller, { fileId }: ImageInput): Promise<StoredImage> => {
    requireManager(caller)
    const file = isId('file', fileId) ? await findReadableFile(reader, caller.agentId, fileId) : undefined
    if (file === undefined || file.agent_id !== caller.agentId || file.state !== 'ready') return notOwn()
    requireProfileImage(file)
    return {
      mediaType: file.media_type ?? '',
      size: Number(file.size),
      parts: await partsOf(reader, file.id),
    }
  },
  outside: async ({ blobs }: Ports, { mediaType, size, parts }: StoredImage): Promise<void> => {
    const source = { [Symbol.asyncIterator]: () => readParts(blobs, parts, { start: 0, end: size }) }
    const pieces = stripImage(mediaType, source, imagePixelsMax)[Symbol.asyncIterator]()
    while ((await pieces.next()).done !== true);
  },
  after: async (tx: Tx, caller: AgentCaller, { fileId }: ImageInput) => {
    await lockAgent(tx, caller.agentId)
    const { id } = await claimOwnFile(tx, caller, fileId)
    return saveImage(tx, caller, name, id)
  },
})

/** The file of the former image expires unless something else uses it. The caller holds the lock of the agent. */
export async function saveImage(
  tx: Tx,
  caller: AgentCaller,
  name: ImageName,
  fileId: Awaited<ReturnType<typeof claimOwnFile>>['id'] | null,
) {
  const column = `${name}_file_id` as const
  const { [column]: former } = await getAgentRow(tx, caller.agentId)
  const agent = await updateAgentRow(tx, caller.agentId, { [column]: fileId })
  if (former !== null && former !== fileId) await releaseFiles(tx, [former])
  tx.publish(`profile:${caller.agentId}`)
  await record(tx, caller, { action: 'agent.updated', target: caller.agentId, details: { fields: [name] } })
  return { agent: viewAgent(agent, { audience: 'insider', origin: tx.settings.origin }) }
}
