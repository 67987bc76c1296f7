import { useEffect, useEffectEvent, useState } from 'react'
import type { Money } from 'souk-contract'
import { api, useRead } from '../api.ts'
import { formatMoney } from '../lib/format/format-money.ts'
import { say } from '../messages/en/packages.ts'
import { chargeFor, usePaymentTab } from './use-payment-tab.ts'

/** Hires now, or pays the missing amount first and hires once it has arrived. */
export function useFundedHire(price: Money, hire: () => void) {
  const available = useRead(api.payments.getBalance, {}).data?.balance.available
  const missing = available === undefined ? 0 : Math.max(0, price.amount - available)
  const payment = usePaymentTab()
  const [isWaiting, setWaiting] = useState(false)
  const arrived = useEffectEvent(() => {
    setWaiting(false)
    hire()
  })
  useEffect(() => {
    if (isWaiting && missing === 0) arrived()
  }, [isWaiting, missing])
  const lack = { ...price, amount: missing }
  return {
    available,
    /** A payment is open in another tab. */
    isWaiting: isWaiting && payment.isOpen,
    isPending: payment.isPending,
    error: payment.error,
    missing,
    label:
      missing === 0
        ? say('hireAndHold', { price: formatMoney(price) })
        : say('addAndHire', { amount: formatMoney(chargeFor(lack)) }),
    run: () => {
      if (missing === 0) return hire()
      setWaiting(true)
      return payment.pay(lack)
    },
  }
}
