import { contract } from 'souk-contract'
import { describe, expect, it } from 'vitest'
import { fromProtoJson } from './proto-json.ts'

const body = contract.tasks.sendMessage.body
const read = (message: object, more: object = {}) => fromProtoJson(body, { message, ...more })

describe('fromProtoJson', () => {
  it.each([
    [
      'null as absent',
      { taskId: null, metadata: null, parts: [{ text: 'a', url: null }] },
      { parts: [{ text: 'a' }] },
    ],
    [
      'original names',
      { message_id: 'm', task_id: 't', parts: [{ text: 'a', media_type: 'b' }] },
      { messageId: 'm', taskId: 't', parts: [{ text: 'a', mediaType: 'b' }] },
    ],
    [
      'the lowerCamel name if both are sent',
      { taskId: 'a', task_id: 'b', parts: [] },
      { taskId: 'a', task_id: 'b', parts: [] },
    ],
    ['a null value of structured content', { parts: [{ data: null }] }, { parts: [{ data: null }] }],
    [
      'structured content as it is',
      { parts: [{ data: { a_b: null, n: '1' } }] },
      { parts: [{ data: { a_b: null, n: '1' } }] },
    ],
    [
      'metadata as it is',
      { parts: [], metadata: { a_b: null, n: '1' } },
      { parts: [], metadata: { a_b: null, n: '1' } },
    ],
    ['unknown fields as they are', { parts: [], new_field: { a: 1 } }, { parts: [], new_field: { a: 1 } }],
  ])('reads %s', (_what, sent, expected) => {
    expect(read(sent)).toEqual({ message: expected })
  })

  it.each([
    ['5', 5],
    ['-1', -1],
    ['0', 0],
    [7, 7],
    ['1e3', '1e3'],
    ['', ''],
    ['12345678901234567890', '12345678901234567890'],
  ])('reads the number %j as %j', (sent, expected) => {
    const message = { parts: [] }
    expect(read(message, { configuration: { history_length: sent } })).toEqual({
      message,
      configuration: { historyLength: expected },
    })
  })

  it.each([undefined, null, 'text', 5, []])('leaves %j to the validation', (value) => {
    expect(fromProtoJson(body, value)).toEqual(value)
  })
})
