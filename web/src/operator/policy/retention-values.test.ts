import { describe, expect, it } from 'vitest'
import { parseDays } from './retention-values.ts'

describe('parseDays', () => {
  it.each([
    ['keepMailsDays', '7', 7],
    ['keepMailsDays', '6', undefined],
    ['keepMailsDays', '', undefined],
    ['keepMailsDays', '3651', undefined],
    ['keepDraftsDays', '', null],
    ['keepDraftsDays', '29', undefined],
    ['keepTaskContentsDays', ' 180 ', 180],
  ] as const)('reads %s %j as %j', (name, text, days) => expect(parseDays(name, text)).toBe(days))
})
