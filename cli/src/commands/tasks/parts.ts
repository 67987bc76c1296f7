/** Builds A2A parts from text, files and data. */
import { basename } from 'node:path'
import type { Part } from 'souk-contract'
import { CliError } from '../../engine/errors.ts'
import { files, json, prose, readBytes } from '../../engine/params.ts'

export const contentOptions = {
  text: prose('Text; @file reads a file, - standard input'),
  file: files('File; repeat to send several'),
  data: json('JSON value; @file reads a file'),
}

interface Content {
  readonly text: string | undefined
  readonly file: readonly string[]
  readonly data: unknown
}

export function buildParts({ text, file, data }: Content): Part[] {
  return [
    ...(text === undefined ? [] : [{ text }]),
    ...(data === undefined ? [] : [{ data }]),
    ...file.map((path) => ({ raw: readBytes(path).toString('base64'), filename: basename(path) })),
  ]
}

export function requireParts(content: Content): Part[] {
  const parts = buildParts(content)
  if (parts.length === 0) throw new CliError('usage', 'Content is required.', 'Add a text, --file or --data.')
  return parts
}

/** Message with one text part; undefined without text. */
export const textMessage = (text: string | undefined) =>
  text === undefined ? undefined : { parts: [{ text }] }
