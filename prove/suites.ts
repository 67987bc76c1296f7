import { abuse } from './abuse/suite.ts'
import { access } from './access/suite.ts'
import { authority } from './authority/suite.ts'
import { delivery } from './delivery/suite.ts'
import { doubleSpend } from './double-spend/suite.ts'
import { fuzz } from './fuzz/suite.ts'
import { hostileParty } from './hostile-party/suite.ts'
import { killBoth, killDatabase, killServer } from './kills/suites.ts'
import { cutAnswers } from './link/cut-answers.ts'
import { linkFaults } from './link/link-faults.ts'
import { ledgerModel } from './model/ledger-suite.ts'
import { model } from './model/suite.ts'
import { processorShuffles } from './processor/suite.ts'
import { simulation } from './simulation/suite.ts'
import { ssrf } from './ssrf/suite.ts'
import type { Suite } from './suite.ts'

/** Those that have the server in their own process, and a database beside those of others. */
export const suitesWithin: readonly Suite[] = [
  model,
  ledgerModel,
  simulation,
  processorShuffles,
  doubleSpend,
  delivery,
  ssrf,
  fuzz,
  access,
  authority,
  hostileParty,
]

/** Those that start the server as everybody does, most of them with a PostgreSQL of its own. */
export const suitesOutside: readonly Suite[] = [
  abuse,
  killServer,
  killDatabase,
  killBoth,
  linkFaults,
  cutAnswers,
]

/** In the order in which `npm run prove` runs them. */
export const suites: readonly Suite[] = [...suitesWithin, ...suitesOutside]
