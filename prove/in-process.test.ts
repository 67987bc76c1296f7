import { testQuickly } from './quick-tests.ts'
import { suitesWithin } from './suites.ts'

testQuickly(suitesWithin)
