import type { Contract } from 'souk-contract'
import type { Reader } from '../../db/transact.ts'
import { notFound } from '../../failure.ts'
import { decodePageToken, encodePageToken, refusePageToken } from '../../lib/page-tokens.ts'
import type { Query } from '../../operation.ts'
import { messageAt, messagesBefore } from '../store/content-queries.ts'
import { requireTaskId } from './get-task.ts'

/** Messages of a task, newest first, in pages of a few MiB. */
export const listTaskMessages: Query<Contract['tasks']['listTaskMessages']> = async (
  reader,
  caller,
  { pageSize = 50, pageToken, ...address },
) => {
  const taskId = await requireTaskId(reader, caller, address)
  const scope = `listTaskMessages ${taskId}`
  const before = positionIn(reader, scope, pageToken)
  const { items, next } = await messagesBefore(reader, taskId, { before, limit: pageSize })
  return { messages: items, nextPageToken: next === null ? '' : encodePageToken(reader.vault, scope, [next]) }
}

/** One message of any size. Stubs in tasks link to it. */
export const getTaskMessage: Query<Contract['tasks']['getTaskMessage']> = async (
  reader,
  caller,
  { version, ...address },
) => {
  const taskId = await requireTaskId(reader, caller, address)
  const isVersion = /^[1-9]\d{0,8}$/.test(version)
  return (isVersion ? await messageAt(reader, taskId, Number(version)) : undefined) ?? notFound('message')
}

/** Position in a page token; null for the first page. */
export function positionIn(reader: Reader, scope: string, token: string | undefined): number | null {
  if (token === undefined || token === '') return null
  const [place] = decodePageToken(reader.vault, scope, token)
  return typeof place === 'number' ? place : refusePageToken()
}
