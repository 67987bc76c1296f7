-- Prints the results of a wrk script for bench/lib/wrk.ts.
local report = {}

function report.print(summary, latency)
  local errors = summary.errors
  print(string.format(
    'report {"requests":%d,"microseconds":%d,"bad":%d,"failed":%d,"p50":%.3f,"p99":%.3f}',
    summary.requests, summary.duration, errors.status, errors.connect + errors.read + errors.write + errors.timeout,
    latency:percentile(50) / 1000, latency:percentile(99) / 1000))
end

return report
