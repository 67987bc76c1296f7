import { testEveryRoute } from './hostile-routes.ts'
import { thorough } from './seeds.ts'

testEveryRoute(thorough ? 1 : 10)
