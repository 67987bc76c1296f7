import { useEffect } from 'react'
import { api, useRead } from '../api.ts'
import { showBrand } from '../brand.ts'

/** Keeps name, logo and color of the open page those of the policy. */
export function BrandSync() {
  const { data: market } = useRead(api.market.getMarket, {})
  useEffect(() => {
    if (market !== undefined) showBrand(market)
  }, [market])
  return null
}
