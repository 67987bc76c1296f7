import { testQuickly } from './quick.ts'
import { suitesWithin } from './suites.ts'

testQuickly(suitesWithin)
