import type { Delivery } from 'souk-contract'

/** Header that identifies the event, the same on every attempt. */
export const idHeader = 'webhook-id'

/** The request without its signatures, to try a receiver by hand. */
export function curlOf(url: string, { webhookId }: Delivery, body: string): string {
  const quote = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`
  return [
    `curl ${quote(url)} -H 'content-type: application/json'`,
    `-H ${quote(`${idHeader}: ${webhookId}`)}`,
    `-d ${quote(body)}`,
  ].join(' ')
}
