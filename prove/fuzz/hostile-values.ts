/** Values known to break servers, by the part of the request they replace. */
import { gzipSync } from 'node:zlib'

const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)

/** JSON texts in place of an expected value; some are invalid JSON. */
export const oddJson: readonly string[] = [
  'null', 'true', 'false', '0', '-1', '-0', '0.5', '1e308', '1e999', '-1e999', '9007199254740993', '2147483648', '-2147483649',
  '1e-400', '9223372036854775808', '""', '" "', '"\\u0000"', '"a\\u0000b"', '"\\ud800"', '"\\udc00\\ud800"', '"\\ufffe"',
  '[]', '{}', '[null]', '["\\ud800"]', '{"a":{"b":[1]}}', '{"__proto__":{"admin":true}}', '{"constructor":{"prototype":{}}}',
  '{"":1}', '{"a":1,"a":2}', '"__proto__"', '"constructor"', '"toString"', '"\u202eadmin"', `"${'😀'.repeat(60)}"`,
  `"${'x'.repeat(10_000)}"`, `"${'e\u0301'.repeat(300)}"`, '"\'; drop table users; --"', '"../../etc/passwd"', '"%00"', '"${7*7}"',
  '"\\\\"', '"2026-02-30T25:61:61Z"', '"0001-01-01T00:00:00Z"', '"+275760-09-13T00:00:00Z"', '"99999-01-01T00:00:00Z"',
  '"https://[::1]:99999/"', '"http://127.0.0.1:22/"', '"javascript:alert(1)"', '"a@b@c"', '"ada@example.com\\r\\nBcc: x@y.z"',
  nested(31), nested(40), '[1,]', 'undefined', 'NaN', "'x'", '01', '.5', '"\t"', '"\\x"', '"unfinished',
] // prettier-ignore

/** Complete bodies. The huge ones are rare, because each takes as long as thousands of other requests. */
export const oddBodies: readonly (Buffer | string)[] = [
  '', ' ', '{', '{"a":', '[]', '"x"', 'null', '1e999', 'email=ada', '\u0000', '{"a":"\u0001"}', '\ufeff{}', '{}{}', '{} trailing',
  '{"__proto__":{"admin":true},"constructor":{"prototype":{}}}', `{"a":${nested(40)}}`, nested(20_000), '{"a":1'.repeat(500),
  Buffer.from([0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xff, 0xfe, 0x22, 0x7d]), Buffer.from([0x22, 0xe2, 0x82, 0x22]),
  Buffer.from('{"a":"ü"}', 'latin1'), Buffer.from('{"a":1}', 'utf16le'), gzipSync('{"a":1}'),
] // prettier-ignore
export const hugeBodies: readonly string[] = [
  JSON.stringify({ a: 'x'.repeat(1_100_000) }),
  `[${'0,'.repeat(100_000)}0]`,
  nested(200_000),
]

export const oddTypes: readonly string[] = [
  'text/plain', 'application/json; charset=utf-16', 'application/json; charset="', 'multipart/form-data; boundary=x', 'nonsense',
  'application/x-www-form-urlencoded', 'application/a2a+json', 'application/json, text/plain', 'application/octet-stream', '/',
  'application/vnd.api+json', 'APPLICATION/JSON', 'application/json;', '*/*', 'application/json; a=b; c',
] // prettier-ignore

/** Path segments in place of an id. */
export const oddReferences: readonly string[] = [
  '%00', '%ff', '%c3%28', '%', '%2', '%zz', '..%2f..%2fetc', '%2e%2e', '.', '..', "'%20or%201=1--", '%F0%9F%98%80', '%F0%9F%98',
  '-1', '0', 'null', 'undefined', 'me', ':', '%3A', 'a:b', 'a%3Ab', 'usr_', '__proto__', 'constructor', '%20', '+', '*', '{id}', '%7B',
  'agt_7zzzzzzzzzzzzzzzzzzzzzzzzz', 'task_7zzzzzzzzzzzzzzzzzzzzzzzzz', 'lst_8zzzzzzzzzzzzzzzzzzzzzzzzz', 'TASK_01', 'x'.repeat(101),
  'x'.repeat(501), 'x'.repeat(3_000), '%E2%80%AEabc', '%ED%A0%80', ';a=b', 'a;b', '@', '~', '%25', '%2500', '%5c',
] // prettier-ignore

export const oddQueries: readonly string[] = [
  'limit=0', 'limit=101', 'limit=999999999999', 'limit=-1', 'limit=abc', 'limit=1.5', 'limit=', 'limit=1&limit=2', 'limit=1e1',
  'limit=0x10', 'limit[]=1', 'cursor=', 'cursor=x', 'cursor=a.b', 'cursor=%00', `cursor=${'x'.repeat(2_000)}`, 'pageSize=0',
  'pageSize=101', 'pageToken=x', `cursor=${Buffer.from('["a"]').toString('base64url')}.AAAA`, 'unknown=1', 'q=%00', 'q=%ff',
  `q=${'x'.repeat(300)}`, 'q=%27%22%3A%26%7C%21%28%29%3C%3E', 'q=a%20%26%20%21%20%28b', '__proto__=1', 'constructor=1', 'a[b]=1',
  '&&==&', 'tag=%F0%9F%98%80', '%', '%zz=1', 'from=yesterday', 'to=0001-01-01T00:00:00Z', 'historyLength=99999999999', 'A2A-Version=0.3',
  'A2A-Version=1.0', '?', '#', 'status=', 'sort=%27', 'a=1&'.repeat(1_200), 'minBudget=-1', 'maxBudget=9007199254740993',
] // prettier-ignore

/** Headers with empty, invalid, repeated or oversized values. */
export const oddHeaders: readonly (readonly [name: string, value: string])[] = [
  ['Accept', 'text/csv'], ['Accept', 'text/html'], ['Accept', 'application/a2a+json'], ['Accept', 'application/xml;q=0.9, */*;q=0'],
  ['Accept', ','], ['Accept', 'x'.repeat(2_000)], ['Accept-Encoding', 'gzip, br'], ['A2A-Version', ''], ['A2A-Version', '0.3'],
  ['A2A-Version', '1.0.7'], ['A2A-Version', '99'], ['A2A-Version', '1.0, 1.0'], ['A2A-Extensions', 'urn:souk:marketplace:v1'],
  ['A2A-Extensions', ',,,'], ['Idempotency-Key', ''], ['Idempotency-Key', 'a b'], ['Idempotency-Key', 'ü'], ['Idempotency-Key', 'k'.repeat(255)],
  ['Idempotency-Key', 'k'.repeat(256)], ['Idempotency-Key', '"x"'], ['X-Agent-Context', "'; drop table agents"], ['X-Agent-Context', 'x'.repeat(5_000)],
  ['X-Agent-Context', ''], ['Authorization', 'Bearer'], ['Authorization', 'Basic YTpi'], ['Authorization', `Bearer ${'x'.repeat(5_000)}`],
  ['Authorization', 'Bearer souk_st_\u00ff'], ['Cookie', 'souk_4000=x; souk_4000=y'], ['Cookie', '=;;;'], ['Last-Event-ID', 'x'.repeat(300)],
  ['Last-Event-ID', '-1'], ['Last-Event-ID', '99999999999999999999'], ['Last-Event-ID', 'evt_7zzzzzzzzzzzzzzzzzzzzzzzzz:3'], ['If-None-Match', '*'],
  ['If-Modified-Since', 'never'], ['Prefer', 'wait=-1'], ['Prefer', 'wait=0, wait=0'], ['Range', 'bytes=0-0'], ['Range', 'bytes=9-1'],
  ['Content-Encoding', 'gzip'], ['Content-MD5', 'x'], ['X-Forwarded-For', '1.2.3.4, ::1'], ['X-HTTP-Method-Override', 'DELETE'],
  ['Origin', 'https://evil.example.com'], ['Upgrade', 'websocket'], ['TE', 'trailers'], ['User-Agent', 'x'.repeat(3_000)], ['X-Odd', '\u0080\u00ff'],
  ['X-Large', 'x'.repeat(9_000)], ['X-Huge', 'x'.repeat(20_000)], ['Expect', '100-continue'], ['X-Request-Id', 'forged'], ['Host', 'evil.example.com'],
] // prettier-ignore

/** Field names that no body has, or that have a meaning elsewhere. */
export const oddNames: readonly string[] = [
  'admin', '__proto__', 'constructor', 'id', 'agentId', 'taskId', '', 'a'.repeat(300), 'limit', 'cursor',
] // prettier-ignore

/** Prefixes of paths that do not exist. */
export const unknownPaths: readonly string[] = [
  '/api/', '/', '/api/a2a/v1/', '/api/agents/x/y/', '/api', '/api/a2a/v1/agents/x/tasks/y:', '/api/users/me/x-',
] // prettier-ignore
