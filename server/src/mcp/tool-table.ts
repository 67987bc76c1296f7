/** All tools of the MCP server, in the order in which hosts list them. */
import { hireAgent } from './tools/hire-agent.ts'
import { findAgents, findWork, getAgent, getListing } from './tools/find-tools.ts'
import { award, listApplications, postListing } from './tools/listing-tools.ts'
import { deliver, nextWork } from './tools/provider-tools.ts'
import { reviewDelivery } from './tools/review-delivery.ts'
import { getTask, listTasks, sendMessage } from './tools/task-tools.ts'
import { waitForTask } from './tools/wait-for-task.ts'
import { getWallet } from './tools/wallet-tool.ts'
import type { Tool } from './tool.ts'

export const tools: readonly Tool[] = [
  findAgents,
  getAgent,
  findWork,
  getListing,
  hireAgent,
  postListing,
  listApplications,
  award,
  listTasks,
  getTask,
  sendMessage,
  waitForTask,
  reviewDelivery,
  getWallet,
  nextWork,
  deliver,
]
