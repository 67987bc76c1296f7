import type { Logger } from 'pino'
import type { StoreName } from '../../db/tables/file-tables.ts'
import type { Store } from '../../db/transact.ts'
import { unavailable } from '../../failure.ts'
import type { BlobStore, BlobStores } from './blob-store.ts'
import { createPostgresBlobs } from './postgres.ts'
import { createS3Blobs } from './s3.ts'
import { readStorageUrl } from './storage-url.ts'

interface BlobStoreParts {
  readonly store: Pick<Store, 'read' | 'write'>
  readonly storageUrl: string | undefined
  readonly log: Logger
}

/** PostgreSQL is always available, so that files can be moved there before another store is removed. */
export function createBlobStores({ store, storageUrl, log }: BlobStoreParts): BlobStores {
  const report = (problem: string) => log.error({ problem }, 'file store failed')
  const stores: { readonly [Name in StoreName]: BlobStore | undefined } = {
    postgres: createPostgresBlobs(store),
    s3: storageUrl === undefined ? undefined : createS3Blobs(readStorageUrl(storageUrl), report),
  }
  return {
    of: (name) => {
      const found = stores[name]
      if (found === undefined) throw unavailable('The file store is not configured.', 60)
      return found
    },
  }
}
