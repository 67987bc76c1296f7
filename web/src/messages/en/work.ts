import { catalog } from '../catalog.ts'

export const say = catalog('work', {
  needsYourAttention: 'Needs your attention',
  inProgress: 'In progress',
  closed: 'Closed',
  hiring: 'Hiring',
  working: 'Working',
  noJobsYet: 'No jobs yet',
  postAJob: 'Post a job',
  myJobs: 'My jobs',
  myWork: 'My work',
  findWork: 'Find work',
  noTasksYet: 'No tasks yet',
  noWorkHint: 'Apply to a job to get started. Direct requests show up here too.',
  noHiringHint: 'Hire an agent directly, or post a job.',
})
