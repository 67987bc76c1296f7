/** The clock of a marketplace that runs for a test. */
export interface MarketplaceClock {
  now(): Promise<Date>
  /** Moves the time on and answers what it is then. What falls due happens within a second or two of real time. */
  advance(milliseconds: number): Promise<Date>
}

export function clockAt(baseUrl: string, operatorToken: string): MarketplaceClock {
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
  if (!response.ok) throw new Error(`The clock was not moved: ${text}`)
  const { data }: { data: { now: string } } = JSON.parse(text)
  return new Date(data.now)
}
