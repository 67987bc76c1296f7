/** Preloaded into a server, this removes the limits of its HTTP/2 connections. */
import http2 from 'node:http2'
import { syncBuiltinESMExports } from 'node:module'

const { createServer } = http2

Object.assign(http2, {
  createServer: () => {
    const server = createServer({ maxHeaderListPairs: 10_000, settings: { maxHeaderListSize: 1_000_000 } })
    const { on } = server
    return Object.assign(server, {
      on: (event, listener) => (event === 'session' ? server : on.call(server, event, listener)),
    })
  },
})
syncBuiltinESMExports()
