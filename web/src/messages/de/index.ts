/** The German catalog. `docs/translation.md` has the glossary. */
import type { Translation } from '../catalog.ts'
import { errors } from './errors.ts'
import { files } from './files.ts'
import { shell } from './shell.ts'
import { tasks } from './tasks.ts'
import { timeline } from './timeline.ts'
import { ui } from './ui.ts'
import { work } from './work.ts'

export const translation: Translation = { errors, files, shell, tasks, timeline, ui, work }
