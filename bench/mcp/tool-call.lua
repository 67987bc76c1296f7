-- Calls the tool get_task for random tasks: a task id and a key per line.
package.path = debug.getinfo(1, 'S').source:match('@(.*/)') .. '../lib/?.lua;' .. package.path
local report = require('report')
local requests = {}

function init(args)
  for line in io.lines(args[1]) do
    local task, key = line:match('^(%S+) (%S+)$')
    local body = '{"jsonrpc":"2.0","id":' .. #requests + 1 .. ',"method":"tools/call","params":{"name":"get_task","arguments":{"taskId":"'
      .. task .. '"},"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}}'
    requests[#requests + 1] = wrk.format('POST', '/mcp', {
      ['Content-Type'] = 'application/json',
      ['Accept'] = 'application/json, text/event-stream',
      ['Authorization'] = 'Bearer ' .. key,
      ['MCP-Protocol-Version'] = '2026-07-28',
      ['Mcp-Method'] = 'tools/call',
      ['Mcp-Name'] = 'get_task',
    }, body)
  end
  math.randomseed(1)
end

function request()
  return requests[math.random(#requests)]
end

function done(summary, latency)
  report.print(summary, latency)
end
