/** Planted fault: a driver that reports a commit before it sends it to PostgreSQL. */
import { Client } from 'pg'

const lateMs = 150
const { prototype } = Client
const { query } = prototype
/** The outstanding commit of each connection. */
const pending = new WeakMap()
const inTransaction = new WeakSet()

prototype.query = function lie(...asked) {
  const [statement] = asked
  const text = typeof statement === 'string' ? statement : statement?.text
  const ask = (...words) => query.apply(this, words)
  const isPromised = asked.every((part) => typeof part !== 'function')
  if (typeof text !== 'string' || !isPromised) return ask(...asked)
  const answer = Promise.resolve(pending.get(this)).then(() => answerOf(this, text, () => ask(...asked), ask))
  return answer
}

async function answerOf(client, text, ask, control) {
  if (text === 'begin') inTransaction.add(client)
  if (text === 'commit' || text === 'rollback') inTransaction.delete(client)
  if (text === 'commit') {
    commitLate(client, control)
    return { command: 'COMMIT', rowCount: null, rows: [], fields: [] }
  }
  if (inTransaction.has(client) || !/\b(insert|update|delete)\b/.test(text)) return ask()
  // An autocommit statement needs an explicit transaction for its commit to be delayed.
  await control('begin')
  try {
    return await ask()
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
