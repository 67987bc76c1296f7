import { testEveryRoute } from './hostile-routes.ts'

/** Every route meets each fifth of the requests; `npm run test:system` sends all of them. */
testEveryRoute(5)
