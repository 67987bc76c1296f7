import { useEffect, useRef, useState } from 'react'
import type { Money } from 'souk-contract'
import { api, useRead } from '../../../api.ts'
import { usePaymentTab } from '../../../forms/use-payment-tab.ts'

/** Awards now, or pays the missing amount first and awards once it has arrived. */
export function useFundedAward(price: Money | undefined, award: () => Promise<unknown>) {
  const { data } = useRead(api.payments.getBalance, {}, { enabled: price !== undefined })
  const missing =
    price === undefined || data === undefined ? 0 : Math.max(0, price.amount - data.balance.available)
  const payment = usePaymentTab()
  const [isWaiting, setWaiting] = useState(false)
  const arrived = useRef<() => void>(undefined)
  useEffect(() => {
    if (missing === 0) arrived.current?.()
  }, [missing])
  const cancel = () => {
    arrived.current = undefined
    setWaiting(false)
  }
  const waitForFunds = async (lack: Money) => {
    payment.pay(lack, cancel)
    setWaiting(true)
    await new Promise<void>((resolve) => {
      arrived.current = resolve
    })
    setWaiting(false)
  }
  return {
    /** The amount to pay first; undefined if the balance suffices. */
    lack: price === undefined || missing === 0 ? undefined : { ...price, amount: missing },
    isWaiting,
    error: payment.error,
    run: async () => {
      if (price !== undefined && missing > 0) await waitForFunds({ ...price, amount: missing })
      return award()
    },
    /** Called when the dialog closes: money that arrives later awards nothing. */
    cancel,
  }
}
