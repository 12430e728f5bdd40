// A value as the pages write it.

export function formatValue(value) {
  if (Math.abs(value) === Infinity) return value > 0 ? "∞" : "−∞";
  return String(Math.round(value * 100) / 100).replace("-", "−");
}
