/** Every English catalog, for tests; pages import the catalogs of their areas. */
import { say as access } from './access.ts'
import { say as disputes } from './disputes.ts'
import { say as files } from './files.ts'
import { say as listings } from './listings.ts'
import { say as money } from './money.ts'
import { say as shell } from './shell.ts'
import { say as tasks } from './tasks.ts'
import { say as timeline } from './timeline.ts'
import { say as ui } from './ui.ts'
import { say as work } from './work.ts'

export const english = { access, disputes, files, listings, money, shell, tasks, timeline, ui, work }
