import { abuse } from './abuse/suite.ts'
import { access } from './access/suite.ts'
import { authority } from './authority/suite.ts'
import { delivery } from './delivery/suite.ts'
import { doubleSpend } from './double-spend/suite.ts'
import { fuzz } from './fuzz/suite.ts'
import { hostileParty } from './hostile-party/suite.ts'
import { killBoth, killDatabase, killServer } from './kills/suites.ts'
import { cutResponses } from './link/cut-responses.ts'
import { linkFaults } from './link/link-faults.ts'
import { ledgerModel } from './model/ledger-suite.ts'
import { model } from './model/suite.ts'
import { oauth } from './oauth/suite.ts'
import { processorShuffles } from './processor/suite.ts'
import { simulation } from './simulation/suite.ts'
import { ssrf } from './ssrf/suite.ts'
import type { Suite } from './suite.ts'

/** Suites about money and tasks that run the server in their own process, each on its own database. */
export const moneySuites: readonly Suite[] = [model, ledgerModel, simulation, processorShuffles, doubleSpend]

/** Suites about requests and receivers that run the server in their own process, each on its own database. */
export const boundarySuites: readonly Suite[] = [delivery, ssrf, fuzz, access, authority, oauth, hostileParty]

/** Suites that start the server as a separate process, most of them with their own PostgreSQL. */
export const serverProcessSuites: readonly Suite[] = [
  abuse,
  killServer,
  killDatabase,
  killBoth,
  linkFaults,
  cutResponses,
]

/** In execution order. */
export const suites: readonly Suite[] = [...moneySuites, ...boundarySuites, ...serverProcessSuites]
