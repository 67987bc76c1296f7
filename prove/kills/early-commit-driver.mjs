/** Planted fault: a driver that reports a commit before it sends it to PostgreSQL. */
import { Client } from 'pg'

const lateMs = 150
const { prototype } = Client
const { query } = prototype
/** The outstanding commit of each connection. */
const pending = new WeakMap()
const inTransaction = new WeakSet()

prototype.query = function lie(...args) {
  const [statement] = args
  const text = typeof statement === 'string' ? statement : statement?.text
  const runQuery = (...queryArgs) => query.apply(this, queryArgs)
  const isPromised = args.every((part) => typeof part !== 'function')
  if (typeof text !== 'string' || !isPromised) return runQuery(...args)
  const answer = Promise.resolve(pending.get(this)).then(() =>
    answerOf(this, text, () => runQuery(...args), runQuery),
  )
  return answer
}

async function answerOf(client, text, run, control) {
  if (text === 'begin') inTransaction.add(client)
  if (text === 'commit' || text === 'rollback') inTransaction.delete(client)
  if (text === 'commit') {
    commitLate(client, control)
    return { command: 'COMMIT', rowCount: null, rows: [], fields: [] }
  }
  if (inTransaction.has(client) || !/\b(insert|update|delete)\b/.test(text)) return run()
  // An autocommit statement needs an explicit transaction for its commit to be delayed.
  await control('begin')
  try {
    return await run()
  } finally {
    commitLate(client, control)
  }
}

function commitLate(client, control) {
  const late = new Promise((resolve) => {
    setTimeout(resolve, lateMs)
  })
  pending.set(
    client,
    late.then(() => control('commit')).catch(() => undefined),
  )
}
