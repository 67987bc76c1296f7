import { testQuickSizes } from './quick-tests.ts'
import { inProcessSuites } from './suites.ts'

testQuickSizes(inProcessSuites)
