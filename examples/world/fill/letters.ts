/** People confirm their addresses, where the letters can be read: on a server of this machine that sends no mail. */
import { createClient } from 'souk-sdk'
import type { Market } from './market.ts'

interface Letter {
  readonly to: string
  readonly text: string
}

export async function openLetters({ url, world }: Market): Promise<void> {
  const letters = await readMailbox(url)
  const { users } = createClient({ baseUrl: `${url}/api` })
  for (const { email } of world.people.filter(({ opensMail }) => opensMail)) {
    const letter = letters.find(({ to }) => to === email)
    const token = /verify\S*token=(\S+)/.exec(letter?.text ?? '')?.[1]
    if (token !== undefined) await users.verifyEmail({ token })
  }
}

async function readMailbox(url: string): Promise<readonly Letter[]> {
  const response = await fetch(new URL('/dev/mail', url), { headers: { accept: 'application/json' } })
  if (!response.ok) return []
  const { data }: { data: { items: readonly Letter[] } } = await response.json()
  return data.items
}
