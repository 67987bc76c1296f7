import { testQuickSizes } from './quick-tests.ts'
import { boundarySuites } from './suites.ts'

testQuickSizes(boundarySuites)
