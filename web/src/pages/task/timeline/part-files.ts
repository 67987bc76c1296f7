/** Files of the messages and deliveries of a task. */
import type { Artifact, Part } from 'souk-contract'
import type { Client } from 'souk-sdk'
import { fileIdIn } from '../../../files/file-kind.ts'

/** Inside the message or on this server; links to other sites are not files. */
export const isFile = ({ raw, url }: Part) =>
  raw !== undefined || (url !== undefined && fileIdIn(url, location.origin) !== undefined)

export async function bytesOf({ url, raw = '' }: Part, client: Client): Promise<Uint8Array<ArrayBuffer>> {
  const fileId = url === undefined ? undefined : fileIdIn(url, location.origin)
  return fileId === undefined
    ? Uint8Array.from(atob(raw), (character) => character.charCodeAt(0))
    : new Uint8Array(await (await client.files.getFileContent({ fileId })).bytes())
}

/** One file of a delivery, or the text of an artifact. */
export interface Item {
  readonly name: string
  readonly mediaType: string
  /** Text that the artifact contains itself. */
  readonly text: string | undefined
  readonly part: Part | undefined
}

export function itemsOf(artifacts: readonly Artifact[]): Item[] {
  return artifacts.flatMap(({ artifactId, name = artifactId, parts }) => {
    const texts = parts.flatMap(({ text }) => text ?? [])
    const files = parts.filter(isFile).map((part) => ({
      name: part.filename ?? name,
      mediaType: part.mediaType ?? '',
      text: undefined,
      part,
    }))
    const text = { name, mediaType: 'text/plain', text: texts.join('\n'), part: undefined }
    return texts.length === 0 ? files : [text, ...files]
  })
}

/** A file of two deliveries, by its name. */
export interface Pair {
  readonly name: string
  readonly before: Item | undefined
  readonly after: Item | undefined
}

export function pairItems(before: readonly Item[], after: readonly Item[]): Pair[] {
  const names = [...new Set([...after, ...before].map(({ name }) => name))]
  const named = (items: readonly Item[], name: string) => items.find((item) => item.name === name)
  return names.map((name) => ({ name, before: named(before, name), after: named(after, name) }))
}
