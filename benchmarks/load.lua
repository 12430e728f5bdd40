-- The script of wrk: sends the lines of a file in turn, paths as GETs and bodies as POSTs; without
-- a file, GETs. It prints the requests and the errors.
local lines, at = {}, 0

function init(arguments)
  if arguments[1] then
    for line in io.lines(arguments[1]) do
      lines[#lines + 1] = line
    end
    wrk.headers["Content-Type"] = "application/json"
  end
end

function request()
  at = at % math.max(#lines, 1) + 1
  local line = lines[at]
  if line and line:sub(1, 1) == "/" then
    return wrk.format("GET", line)
  end
  return wrk.format(line and "POST", nil, nil, line)
end

function done(summary)
  local errors = summary.errors
  local failed = errors.connect + errors.read + errors.write + errors.status + errors.timeout
  print("figures " .. summary.requests .. " " .. failed)
end
