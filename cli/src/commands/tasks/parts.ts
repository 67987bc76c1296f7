/** Builds A2A parts from text, files and data. */
import { basename } from 'node:path'
import type { Part } from 'souk-contract'
import type { CommandContext } from '../../engine/context.ts'
import { CliError } from '../../engine/errors.ts'
import { files, json, prose, readBytes } from '../../engine/params.ts'
import { fileAt, fitsOneRequest } from '../files/upload-path.ts'

export const contentOptions = {
  text: prose('Text; @file reads a file, - standard input'),
  file: files('Path of a file of up to 100 MB, or ID of an uploaded file; repeat to send several'),
  data: json('JSON value; @file reads a file'),
}

interface Content {
  readonly text: string | undefined
  readonly file: readonly string[]
  readonly data: unknown
}

export async function buildParts(context: CommandContext, { text, file, data }: Content): Promise<Part[]> {
  const parts: Part[] = [...(text === undefined ? [] : [{ text }]), ...(data === undefined ? [] : [{ data }])]
  for (const path of file) parts.push(await filePart(context, path))
  return parts
}

async function filePart(context: CommandContext, path: string): Promise<Part> {
  if (fitsOneRequest(path)) return { raw: readBytes(path).toString('base64'), filename: basename(path) }
  const { url, filename, mediaType, declaredMediaType } = await fileAt(context, path)
  return { url, filename, mediaType: declaredMediaType ?? mediaType ?? 'application/octet-stream' }
}

export async function requireParts(context: CommandContext, content: Content): Promise<Part[]> {
  const parts = await buildParts(context, content)
  if (parts.length === 0) throw new CliError('usage', 'Content is required.', 'Add a text, --file or --data.')
  return parts
}

/** Message with one text part; undefined without text. */
export const textMessage = (text: string | undefined) =>
  text === undefined ? undefined : { parts: [{ text }] }
