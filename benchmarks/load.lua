-- The script of wrk: POSTs the lines of a file in turn, or sends GETs without one.
-- It prints the requests, the microseconds, the errors, and the 99th percentile.
local bodies, at = {}, 0

function init(arguments)
  if arguments[1] then
    for line in io.lines(arguments[1]) do
      bodies[#bodies + 1] = line
    end
    wrk.method = "POST"
    wrk.headers["Content-Type"] = "application/json"
  end
end

function request()
  at = at % math.max(#bodies, 1) + 1
  return wrk.format(nil, nil, nil, bodies[at])
end

function done(summary, latency)
  local errors = summary.errors
  local failed = errors.connect + errors.read + errors.write + errors.status + errors.timeout
  local figures = { summary.requests, summary.duration, failed, latency:percentile(99) }
  print("figures " .. table.concat(figures, " "))
end
