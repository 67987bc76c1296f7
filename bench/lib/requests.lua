-- Asks for what stands in a file: "any" or "once" in the first line, then a method, a path and a key in each line.
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
  -- Whoever asks for more than there is gets a refusal, which the bench does not let pass.
  return requests[math.min(asked, #requests)]
end

function done(summary, latency)
  report.print(summary, latency)
end
