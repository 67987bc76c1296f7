import { testEveryRoute } from '../hostile-routes.ts'

testEveryRoute(1)
