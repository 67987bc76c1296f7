import { api, useRead } from '../../../api.ts'

const minuteMs = 60_000

/** Activity of the wallet within a minute of a time. */
export function useActivityAt(time: string) {
  const at = Date.parse(time)
  const range = Number.isNaN(at)
    ? {}
    : { from: new Date(at - minuteMs).toISOString(), to: new Date(at + minuteMs).toISOString() }
  return useRead(api.payments.listActivity, { ...range, limit: 100 })
}
