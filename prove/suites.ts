import { abuse } from './abuse/suite.ts'
import { access } from './access/suite.ts'
import { delivery } from './delivery/suite.ts'
import { doubleSpend } from './double-spend/suite.ts'
import { fuzz } from './fuzz/suite.ts'
import { killBoth, killDatabase, killServer } from './kills/suites.ts'
import { cutAnswers } from './link/cut-answers.ts'
import { linkFaults } from './link/link-faults.ts'
import { ledgerModel } from './model/ledger-suite.ts'
import { model } from './model/suite.ts'
import { processorShuffles } from './processor/suite.ts'
import { simulation } from './simulation/suite.ts'
import { ssrf } from './ssrf/suite.ts'
import type { Suite } from './suite.ts'

/** In the order in which `npm run prove` runs them. */
export const suites: readonly Suite[] = [
  model,
  ledgerModel,
  simulation,
  processorShuffles,
  doubleSpend,
  delivery,
  abuse,
  ssrf,
  fuzz,
  access,
  killServer,
  killDatabase,
  killBoth,
  linkFaults,
  cutAnswers,
]
