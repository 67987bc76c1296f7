import { afterAll } from 'vitest'
import { removeStage } from './kills/stage.ts'
import { testQuickly } from './quick.ts'
import { suitesOutside } from './suites.ts'

testQuickly(suitesOutside)
afterAll(removeStage)
