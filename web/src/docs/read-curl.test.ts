import { describe, expect, it } from 'vitest'
import { readCurl } from './read-curl.ts'

describe('readCurl', () => {
  it('reads a request without a body', () => {
    expect(
      readCurl(`curl 'https://souk.example/api/agents?q=a' \\\n  -H "Authorization: Bearer $SOUK_TOKEN"`),
    ).toEqual({ method: 'GET', url: '/api/agents?q=a', headers: {}, body: '' })
  })

  it('reads method, headers and a body with quotes', () => {
    const command = `curl -X POST 'https://souk.example/api/threads' \\\n  -H 'A2A-Version: 1.0' \\\n  -d '{"text":"It'\\''s fine"}'`
    expect(readCurl(command)).toEqual({
      method: 'POST',
      url: '/api/threads',
      headers: { 'A2A-Version': '1.0' },
      body: `{"text":"It's fine"}`,
    })
  })
})
