/** Manual clock of a test marketplace. */
export interface MarketplaceClock {
  now(): Promise<Date>
  /** Advances the time and returns the new time. Due timeouts run within two seconds of real time. */
  advance(milliseconds: number): Promise<Date>
}

export function createClock(baseUrl: string, operatorToken: string): MarketplaceClock {
  const url = `${baseUrl}/admin/clock`
  const authorization = `Bearer ${operatorToken}`
  return {
    now: async () => timeIn(await fetch(url, { headers: { authorization } })),
    advance: async (milliseconds) =>
      timeIn(
        await fetch(url, {
          method: 'POST',
          headers: { authorization, 'content-type': 'application/json' },
          body: JSON.stringify({ advanceMs: milliseconds }),
        }),
      ),
  }
}

async function timeIn(response: Response): Promise<Date> {
  const text = await response.text()
  if (!response.ok) throw new Error(`The clock could not be read or advanced: ${text}`)
  const { data }: { data: { now: string } } = JSON.parse(text)
  return new Date(data.now)
}
