/** Requests that no route expects. */
export const json = { 'content-type': 'application/json' }

const surrogate = '"\\ud800"'
const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)

/** Bodies no route may choke on, whatever it expects. */
export const bodies: Record<string, string | Buffer> = {
  nothing: '',
  'half an object': '{"a":',
  'not JSON': 'email=ada',
  null: 'null',
  'a list': '[]',
  'a text': '"x"',
  'a number': '1e999',
  'an empty object': '{}',
  'a polluting object': '{"__proto__":{"admin":true},"constructor":{"prototype":{}}}',
  'too deep': `{"a":${nested(40)}}`,
  'far too deep': nested(200_000),
  'too many values': `[${'0,'.repeat(100_000)}0]`,
  'too large': JSON.stringify({ a: 'x'.repeat(1_100_000) }),
  'invalid UTF-8': Buffer.from([0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xff, 0xfe, 0x22, 0x7d]),
  'a truncated UTF-8 sequence': Buffer.from([0x22, 0xe2, 0x82, 0x22]),
}

/** Values put in place of each field of a good body, one at a time. */
export const values = [
  'null', 'true', '0', '-1', '1e308', '9007199254740993', '""', '" "', '"\\u0000"', surrogate, '[]', '{}', '[null]',
  `[${surrogate}]`, '{"a":{"b":[1]}}', JSON.stringify('x'.repeat(10_000)), JSON.stringify('\u202eadmin'),
  JSON.stringify("'; drop table users; --"), JSON.stringify('../../etc/passwd'), JSON.stringify('😀'.repeat(50)),
] // prettier-ignore

/** References put into paths: wrong forms, tricks, and well-formed ones that nobody has. */
export const references = [
  '%00', '%ff', '%c3%28', '..%2f..%2fetc', '%2e%2e', "'%20or%201=1--", '%F0%9F%98%80', 'x'.repeat(101), 'x'.repeat(600),
  '-1', '0', 'null', 'undefined', 'me', ':', '%3A', 'a:b', 'usr_', 'usr_7zzzzzzzzzzzzzzzzzzzzzzzzz',
  'org_7zzzzzzzzzzzzzzzzzzzzzzzzz', 'agt_7zzzzzzzzzzzzzzzzzzzzzzzzz', 'agt_8zzzzzzzzzzzzzzzzzzzzzzzzz', '__proto__', 'constructor',
] // prettier-ignore

export const queries = [
  'limit=0', 'limit=101', 'limit=999999999999', 'limit=-1', 'limit=abc', 'limit=1.5', 'limit=', 'limit=1&limit=2',
  'cursor=', 'cursor=x', 'cursor=a.b', 'cursor=%00', `cursor=${'x'.repeat(2000)}`, 'unknown=1', 'q=%00', 'q=%ff', `q=${'x'.repeat(300)}`,
  '__proto__=1', 'a[b]=1', '&&==&', 'tag=%F0%9F%98%80', `cursor=${Buffer.from('["a"]').toString('base64url')}.AAAA`,
] // prettier-ignore

export const headers: readonly Record<string, string>[] = [
  { 'content-type': 'text/plain' },
  { 'content-type': 'application/json; charset=utf-16' },
  { 'content-type': 'multipart/form-data; boundary=x' },
  { 'content-type': 'nonsense' },
  { ...json, 'idempotency-key': 'ü' },
  { ...json, 'x-agent-context': "'; drop table agents" },
  { ...json, 'x-agent-context': 'x'.repeat(5000) },
  { ...json, authorization: `Bearer ${'x'.repeat(5000)}` },
  { ...json, authorization: 'Bearer souk_st_\u00ff' },
  { ...json, 'a2a-version': '99' },
]

/** Stands where a good body says nothing; such a field is left out unless it is the one being tried. */
export const mark = '(left out)'

/** Every place in a body, the whole body excepted. */
export function placesIn(value: unknown, at: readonly string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) => [[...at, name], ...placesIn(inner, [...at, name])])
}

/** The body as JSON, with something else at one place. */
export function withValue(body: unknown, [name, ...rest]: readonly string[], replacement: string): string {
  if (name === undefined) return replacement
  const members = typeof body === 'object' && body !== null ? Object.entries(body) : []
  const written = members
    .filter(([own, value]) => own === name || value !== mark)
    .map(
      ([own, value]) =>
        [own, own === name ? withValue(value, rest, replacement) : JSON.stringify(value)] as const,
    )
  if (Array.isArray(body)) return `[${written.map(([, value]) => value).join()}]`
  return `{${written.map(([own, value]) => `${JSON.stringify(own)}:${value}`).join()}}`
}
