/** One call with the key, as the software would make it. */
export async function callWithKey(secret: string): Promise<void> {
  const response = await fetch('/api/agents/me', {
    headers: { authorization: `Bearer ${secret}` },
    credentials: 'omit',
  })
  if (!response.ok) throw new Error(`${response.status} ${response.statusText}`)
}
