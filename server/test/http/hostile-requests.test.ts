import { testEveryRoute } from '../fixtures/hostile-routes.ts'
import { thorough } from '../fixtures/seeds.ts'

testEveryRoute(thorough ? 1 : 10)
