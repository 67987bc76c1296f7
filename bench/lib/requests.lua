-- Sends the requests of a file: the order "any" or "once" in the first line, then method, path and key per line.
package.path = debug.getinfo(1, 'S').source:match('@(.*/)') .. '?.lua;' .. package.path
local report = require('report')
local requests, order, asked = {}, nil, 0

function init(args)
  for line in io.lines(args[1]) do
    local method, path, key = line:match('^(%S+) (%S+) (%S+)$')
    if not method then order = line
    else
      local headers = { ['A2A-Version'] = '1.0', ['Authorization'] = 'Bearer ' .. key }
      if method == 'POST' then headers['Content-Type'] = 'application/json' end
      requests[#requests + 1] = wrk.format(method, path, headers, method == 'POST' and '{}' or nil)
    end
  end
  math.randomseed(1)
end

function request()
  asked = asked + 1
  if order == 'any' then return requests[math.random(#requests)] end
  -- When the requests run out, the last one is repeated; its error response fails the measurement.
  return requests[math.min(asked, #requests)]
end

function done(summary, latency)
  report.print(summary, latency)
end
