-- Sends first messages from random clients to random providers, each with a new Idempotency-Key.
package.path = debug.getinfo(1, 'S').source:match('@(.*/)') .. '../lib/?.lua;' .. package.path
local report = require('report')
local keys, names, path, extra, sent = {}, {}, nil, '', 0

function init(args)
  local section
  for line in io.lines(args[1]) do
    local word = line:match('^%[(.*)%]$')
    if word then section = word
    elseif section == 'keys' then keys[#keys + 1] = line
    elseif section == 'names' then names[#names + 1] = line
    elseif section == 'path' then path = line end
  end
  math.randomseed(os.time() + tonumber(tostring({}):match('0x(%x+)'), 16) % 1e6)
  extra = string.format('%08x', math.random(0, 0x7fffffff))
end

local words = 'Please translate the letter that I sent you yesterday into English, and keep its tone.'

function request()
  sent = sent + 1
  local id = extra .. '-' .. sent
  local body = '{"message":{"messageId":"' .. id .. '","role":"ROLE_USER","parts":[{"text":"' .. words .. '"}]}}'
  local headers = {
    ['Content-Type'] = 'application/json',
    ['A2A-Version'] = '1.0',
    ['Authorization'] = 'Bearer ' .. keys[math.random(#keys)],
    ['Idempotency-Key'] = id,
  }
  -- The address of an agent itself speaks JSON-RPC.
  if path:sub(-6) == '{name}' then
    body = '{"jsonrpc":"2.0","id":' .. sent .. ',"method":"SendMessage","params":' .. body .. '}'
  end
  return wrk.format('POST', (path:gsub('{name}', names[math.random(#names)])), headers, body)
end

function done(summary, latency)
  report.print(summary, latency)
end
