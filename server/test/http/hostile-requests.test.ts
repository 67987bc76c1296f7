import { testEveryRoute } from '../fixtures/hostile-routes.ts'
import { thorough } from '../fixtures/seeds.ts'

// The seed decides which of the values each route gets, so that runs of the larger size try all of them over time.
testEveryRoute(thorough ? 6 : 10)
