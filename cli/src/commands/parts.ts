/** What can be said or handed over: texts, files and data become parts of A2A. */
import { basename } from 'node:path'
import type { Part } from 'souk-contract'
import { Refused } from '../engine/refused.ts'
import { files, json, prose, readBytes } from '../engine/words.ts'

export const contentOptions = {
  text: prose('a text; @file reads one, - standard input'),
  file: files('a file; may be given several times'),
  data: json('any JSON value; @file reads one'),
}

interface Content {
  readonly text: string | undefined
  readonly file: readonly string[]
  readonly data: unknown
}

export function partsFrom({ text, file, data }: Content): Part[] {
  return [
    ...(text === undefined ? [] : [{ text }]),
    ...(data === undefined ? [] : [{ data }]),
    ...file.map((path) => ({ raw: readBytes(path).toString('base64'), filename: basename(path) })),
  ]
}

export function somePartsFrom(content: Content): Part[] {
  const parts = partsFrom(content)
  if (parts.length === 0)
    throw new Refused('usage', 'There is nothing to send.', 'Add a text, --file or --data.')
  return parts
}

/** A note beside an action, where there is one. */
export const messageOf = (text: string | undefined) =>
  text === undefined ? undefined : { parts: [{ text }] }
