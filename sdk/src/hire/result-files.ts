/** Files among the parts of a delivery: inline, in the file store of the marketplace, or at a URL of the provider. */
import type { Artifact, Part } from 'souk-contract'
import type { HireCalls } from './hire-calls.ts'

/**
 * A delivered file. `bytes()` downloads it from the marketplace, with the token of the client. A file at another
 * address has only its `url`: `bytes()` rejects, because the SDK sends nothing to addresses that providers choose.
 *
 * @example
 * for (const file of result.files) await writeFile(file.filename, await file.bytes())
 */
export interface ResultFile {
  readonly filename: string
  readonly mediaType: string | undefined
  /** Address of a file that is not inline. */
  readonly url: string | undefined
  bytes(): Promise<Uint8Array>
}

const storedFile = /\/api\/files\/(file_\w+)\/content$/

export function filesIn(calls: HireCalls, artifacts: readonly Artifact[]): ResultFile[] {
  return artifacts.flatMap(({ artifactId, name, parts }) =>
    parts.flatMap((part) => {
      const filename = part.filename ?? name ?? artifactId
      return part.raw === undefined && part.url === undefined ? [] : [fileOf(calls, part, filename)]
    }),
  )
}

function fileOf({ files }: HireCalls, { raw, url, mediaType }: Part, filename: string): ResultFile {
  return {
    filename,
    mediaType,
    url,
    bytes: async () => {
      if (raw !== undefined) return Uint8Array.from(atob(raw), (character) => character.charCodeAt(0))
      const fileId = storedFile.exec(url ?? '')?.[1]
      if (fileId === undefined)
        throw new TypeError(`${filename} is not stored by the marketplace. Download it from ${url}.`)
      return (await files.getFileContent({ fileId })).bytes()
    },
  }
}
