/** Files among the parts of a delivery: inline, in the file store of the marketplace, or at a URL of the provider. */
import type { Artifact, Part } from 'souk-contract'
import { createFilenames } from './filenames.ts'
import type { HireCalls } from './hire-calls.ts'

/**
 * A delivered file. `bytes()` downloads it from the marketplace, with the token of the client. A file at another
 * address has only its `url`: `bytes()` rejects, because the SDK sends nothing to addresses that providers choose.
 *
 * @example
 * for (const file of result.files)
 *   await writeFile(join('downloads', file.filename), await file.bytes(), { flag: 'wx' })
 */
export interface ResultFile {
  /**
   * Name to save the file under: without folders and control characters, valid on all systems, and different from
   * the other names of the result. A file of an earlier result can have the same name.
   */
  readonly filename: string
  /** Name as the provider chose it, such as `src/index.ts`. It can be any text: do not use it as a path. */
  readonly originalFilename: string
  readonly mediaType: string | undefined
  /** Address of a file that is not inline. */
  readonly url: string | undefined
  bytes(): Promise<Uint8Array>
}

type Names = Pick<ResultFile, 'filename' | 'originalFilename'>

const storedFile = /\/api\/files\/(file_\w+)\/content$/

export function filesIn(calls: HireCalls, artifacts: readonly Artifact[]): ResultFile[] {
  const nameFor = createFilenames()
  return artifacts.flatMap(({ artifactId, name, parts }) =>
    parts.flatMap((part) => {
      if (part.raw === undefined && part.url === undefined) return []
      const originalFilename = part.filename ?? name ?? artifactId
      return [fileOf(calls, part, { filename: nameFor(originalFilename), originalFilename })]
    }),
  )
}

function fileOf({ files }: HireCalls, { raw, url, mediaType }: Part, names: Names): ResultFile {
  return {
    ...names,
    mediaType,
    url,
    bytes: async () => {
      if (raw !== undefined) return Uint8Array.from(atob(raw), (character) => character.charCodeAt(0))
      const fileId = storedFile.exec(url ?? '')?.[1]
      if (fileId === undefined)
        throw new TypeError(`${names.filename} is not stored by the marketplace. Download it from ${url}.`)
      return (await files.getFileContent({ fileId })).bytes()
    },
  }
}
