import type { StoreName } from '../../db/file-tables.ts'
import type { Store } from '../../db/transact.ts'
import { unavailable } from '../../failure.ts'
import type { BlobStore, BlobStores } from './blob-store.ts'
import { createPostgresBlobs } from './postgres.ts'

/** PostgreSQL is always available, so that files can be moved there from a store that is given up. */
export function createBlobStores(store: Pick<Store, 'read' | 'write'>): BlobStores {
  const stores: { readonly [Name in StoreName]: BlobStore | undefined } = {
    postgres: createPostgresBlobs(store),
    s3: undefined,
  }
  return {
    of: (name) => {
      const found = stores[name]
      if (found === undefined) throw unavailable('The file store is not configured.', 60)
      return found
    },
  }
}
