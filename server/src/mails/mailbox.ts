/** A sender as people write it: `Name <address>`, or only the address. Pure. */
interface Mailbox {
  readonly name: string | null
  readonly address: string
}

export function parseMailbox(text: string): Mailbox {
  const [, name = '', address = text] = /^([^<]*)<([^<>]+)>\s*$/.exec(text) ?? []
  const unquoted = name.trim().replace(/^"(.*)"$/, '$1')
  return { name: unquoted === '' ? null : unquoted, address: address.trim() }
}
