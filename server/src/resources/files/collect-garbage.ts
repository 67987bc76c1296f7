import type { Context } from '../../context.ts'
import { deleteBlobRow, leaseDiscarded } from './part-queries.ts'
import { deleteFiles, lockExpiredFiles } from './queries.ts'

const filesPerRun = 100
const blobsPerRun = 50

/** Deletes expired files, then the bytes of discarded and abandoned blobs. The row of a blob goes last. */
export async function collectGarbage({ store, ports }: Pick<Context, 'store' | 'ports'>): Promise<number> {
  const expired = await store.write(async (tx) => {
    const ids = await lockExpiredFiles(tx, filesPerRun)
    if (ids.length > 0) await deleteFiles(tx, ids)
    return ids.length
  })
  const blobs = await store.write((tx) => leaseDiscarded(tx, blobsPerRun))
  for (const { id, store: name } of blobs) {
    await ports.blobs.of(name).delete(id)
    await store.write((tx) => deleteBlobRow(tx, id))
  }
  return expired + blobs.length
}
