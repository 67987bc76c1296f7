import { Socket } from 'node:net'
import { describe, expect, it, vi } from 'vitest'
import { rejectMalformed } from './error-handler.ts'

describe('rejectMalformed', () => {
  it.each([
    ['HPE_INVALID_METHOD', '400 Bad Request', 'The request is not valid HTTP.'],
    ['HPE_HEADER_OVERFLOW', '431 Request Header Fields Too Large', 'The headers are too large.'],
    ['ERR_HTTP_REQUEST_TIMEOUT', '408 Request Timeout', 'The request timed out before it was complete.'],
  ])('responds to %s with %s', (code, status, error) => {
    const socket = new Socket()
    const end = vi.spyOn(socket, 'end').mockReturnValue(socket)
    rejectMalformed(Object.assign(new Error(code), { code }), socket)
    const [head = '', body = ''] = String(end.mock.calls[0]?.[0]).split('\r\n\r\n')
    expect(head.split('\r\n')).toEqual([
      `HTTP/1.1 ${status}`,
      'Content-Type: application/json',
      `Content-Length: ${body.length}`,
      'Connection: close',
    ])
    expect(JSON.parse(body)).toMatchObject({ success: false, error })
  })
})
