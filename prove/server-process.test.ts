import { afterAll } from 'vitest'
import { removeFixture } from './kills/fixture.ts'
import { testQuickSizes } from './quick-tests.ts'
import { serverProcessSuites } from './suites.ts'

testQuickSizes(serverProcessSuites)
afterAll(removeFixture)
