import { createAdminClient } from '../admin-client.ts'

/** Manual clock of a test marketplace. */
export interface MarketplaceClock {
  now(): Promise<Date>
  /** Advances the time and returns the new time. Due timeouts run within two seconds of real time. */
  advance(milliseconds: number): Promise<Date>
}

export function createClock(baseUrl: string, operatorToken: string): MarketplaceClock {
  const { clock } = createAdminClient({ baseUrl, token: operatorToken })
  return {
    now: async () => new Date((await clock.getClock()).now),
    advance: async (milliseconds) => new Date((await clock.advanceClock({ advanceMs: milliseconds })).now),
  }
}
