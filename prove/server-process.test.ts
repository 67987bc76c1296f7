import { afterAll } from 'vitest'
import { removeStage } from './kills/fixture.ts'
import { testQuickly } from './quick-tests.ts'
import { suitesOutside } from './suites.ts'

testQuickly(suitesOutside)
afterAll(removeStage)
