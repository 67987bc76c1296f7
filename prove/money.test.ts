import { testQuickSizes } from './quick-tests.ts'
import { moneySuites } from './suites.ts'

testQuickSizes(moneySuites)
