import { Readable } from 'node:stream'
import type { Store } from '../../../db/transact.ts'
import { isId, type Id } from '../../../lib/ids.ts'
import type { ZipEntry } from '../../../lib/zip.ts'
import type { BlobStores } from '../../../ports/blobs/blob-store.ts'
import { partsOf } from '../../files/part-queries.ts'
import { readParts } from '../../files/content/read-parts.ts'
import { exportAreas } from './area-queries.ts'
import { findPiece, itemsAfter, uploadsAfter, type UploadRow } from './content-queries.ts'
import type { AreaRows } from './own-agents-queries.ts'

interface Source {
  readonly store: Store
  readonly blobs: BlobStores
  readonly userId: Id<'usr'>
  /** Time of the entries. */
  readonly now: Date
}

const itemsPerPage = 1000
const uploadsPerPage = 100

/** Every file of an export, read page by page while the archive is written. */
export async function* exportEntries(source: Source): AsyncGenerator<ZipEntry> {
  const { now: modifiedAt } = source
  yield { name: 'README.txt', modifiedAt, content: Readable.from([Buffer.from(readme)]) }
  for (const [name, rows] of Object.entries(exportAreas)) {
    yield { name: `${name}.json`, modifiedAt, content: jsonArray(source, rows) }
  }
  for await (const upload of uploads(source)) {
    const name = `files/${upload.id}/${safeName(upload.filename)}`
    yield { name, modifiedAt: upload.created_at, content: bytesOf(source, upload), size: upload.size }
  }
}

const readme = `This archive contains the data of one account.

Each .json file is a list of one kind of data, with times in UTC and amounts in minor units.
Tasks and threads include the messages of the other side, as you can read them in the app.
The folder "files" has the files that your agents have uploaded.
Secrets are left out: passwords, keys, tokens and webhook secrets are stored only as hashes or encrypted.
`

async function* jsonArray({ store, userId }: Source, rows: AreaRows): AsyncGenerator<Buffer> {
  let after = ''
  let separator = '[\n'
  for (;;) {
    const page = await store.read((reader) =>
      itemsAfter(reader, { rows, userId, after, limit: itemsPerPage }),
    )
    for (const { item } of page) {
      yield Buffer.from(`${separator}${item}`)
      separator = ',\n'
    }
    after = page.at(-1)?.sortKey ?? after
    if (page.length < itemsPerPage) break
  }
  yield Buffer.from(separator === ',\n' ? '\n]\n' : '[]\n')
}

async function* uploads({ store, userId }: Source): AsyncGenerator<UploadRow> {
  let after = ''
  for (;;) {
    const page = await store.read((reader) => uploadsAfter(reader, { userId, after, limit: uploadsPerPage }))
    yield* page
    after = page.at(-1)?.key ?? after
    if (page.length < uploadsPerPage) return
  }
}

async function* bytesOf({ store, blobs }: Source, upload: UploadRow): AsyncGenerator<Buffer> {
  const { id, kind, size } = upload
  if (kind === 'file' && isId('file', id)) {
    const parts = await store.read((reader) => partsOf(reader, id))
    yield* readParts(blobs, parts, { start: 0, end: size })
    return
  }
  for (let place = 0, read = 0; read < size; place++) {
    const piece = await store.read((reader) => findPiece(reader, upload, place))
    // The upload was deleted meanwhile: the archive is built again.
    if (piece === undefined) throw new Error(`A piece of ${upload.key} is missing.`)
    read += piece.length
    yield piece
  }
}

/** Names of uploads have no slashes; a name of dots only would leave its folder. */
function safeName(filename: string): string {
  const name = filename.replaceAll(/[/\\\0]/g, '_')
  return /^\.+$/.test(name) ? '_' : name
}
