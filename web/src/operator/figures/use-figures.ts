import { useState } from 'react'
import { useRead } from '../../api.ts'
import { adminApi } from '../admin-api.ts'
import { spansOf, type Range } from './range.ts'

/** Figures of a range and of the one before it. The time is that of the first render, so that the queries stay the same. */
export function useFigures(range: Range) {
  const [now] = useState(() => Date.now())
  const { current, previous } = spansOf(range, now)
  return {
    current: useRead(adminApi.figures.getFigures, current, { keepPrevious: true }),
    previous: useRead(adminApi.figures.getFigures, previous, { keepPrevious: true }),
  }
}
