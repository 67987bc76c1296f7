import { call, routes, type Answer, type CallOptions, type Souk } from '../../server/test/fixtures/harness.ts'
import type { Question } from './probes.ts'

/** Everything of an answer that somebody could tell two things apart by, with the value asked for blanked out. */
export async function answerTo(
  souk: Souk,
  question: Question,
  value: string,
  as: CallOptions,
): Promise<string> {
  const { operation, secret, parameter, input } = question
  const upload = routes[operation]?.upload === true ? { upload: Buffer.from('Read this.') } : {}
  const asked = input({ ...secret.place, [parameter]: value })
  const { headers: own, ...who } = as
  const headers = { prefer: 'wait=0', ...own }
  const answer = await call(souk.app, operation, asked, { ...who, ...upload, headers })
  return blank(JSON.stringify([answer.status, told(answer.headers), answer.body]), value)
}

/** Whole words only: a short value may also stand within a word of the answer. */
function blank(text: string, value: string): string {
  const literal = value.replaceAll(/[^\w]/g, String.raw`\$&`)
  return text.replaceAll(new RegExp(String.raw`(?<!\w)${literal}(?!\w)`, 'g'), '…')
}

/** Those that differ from call to call, whatever was asked. */
const varying = new Set([
  'x-request-id',
  'date',
  'ratelimit',
  'ratelimit-policy',
  'content-length',
  'etag',
  'last-modified',
])

function told(headers: Answer<unknown>['headers']): [string, unknown][] {
  return Object.entries(headers)
    .filter(([name]) => !varying.has(name))
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
}

/** The first place at which two answers differ, for people. */
export function apart(there: string, nowhere: string): string {
  let same = 0
  while (there[same] === nowhere[same]) same += 1
  const around = (text: string) => `${text.slice(1, 4)} …${text.slice(Math.max(0, same - 30), same + 60)}…`
  return `${around(there)} where it is, and ${around(nowhere)} where it is not`
}
