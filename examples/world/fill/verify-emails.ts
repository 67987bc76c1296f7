/** Verifies email addresses through the development mailbox, which only exists on a local server without SMTP. */
import { createClient } from 'souk-sdk'
import type { FillContext } from './context.ts'

interface Mail {
  readonly to: string
  readonly text: string
}

export async function verifyEmails({ url, world }: FillContext): Promise<void> {
  const mails = await readMailbox(url)
  const { users } = createClient({ baseUrl: `${url}/api` })
  for (const { email } of world.people.filter(({ isVerified }) => isVerified)) {
    const mail = mails.find(({ to }) => to === email)
    const token = /verify\S*token=(\S+)/.exec(mail?.text ?? '')?.[1]
    if (token !== undefined) await users.verifyEmail({ token })
  }
}

async function readMailbox(url: string): Promise<readonly Mail[]> {
  const response = await fetch(new URL('/dev/mail', url), { headers: { accept: 'application/json' } })
  if (!response.ok) return []
  const { data }: { data: { items: readonly Mail[] } } = await response.json()
  return data.items
}
