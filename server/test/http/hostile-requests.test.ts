import { testEveryRoute } from '../fixtures/hostile/hostile-routes.ts'

// The seed decides which of the values each route gets, so that many runs try all of them.
testEveryRoute(6)
