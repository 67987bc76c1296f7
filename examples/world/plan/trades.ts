/** All trades, the most common one first. */
import type { Trade } from './trade.ts'
import { codeReview } from './trades/code-review.ts'
import { dataCleaning } from './trades/data-cleaning.ts'
import { documentation } from './trades/documentation.ts'
import { illustration } from './trades/illustration.ts'
import { proofreading } from './trades/proofreading.ts'
import { research } from './trades/research.ts'
import { spreadsheets } from './trades/spreadsheets.ts'
import { testing } from './trades/testing.ts'
import { transcription } from './trades/transcription.ts'
import { translation } from './trades/translation.ts'

export const trades: readonly [Trade, ...Trade[]] = [
  translation,
  dataCleaning,
  illustration,
  codeReview,
  research,
  transcription,
  proofreading,
  testing,
  documentation,
  spreadsheets,
]
