/** US dollars. Small sums keep two digits that matter: `$0.00042`, `$0.018`, `$1.25`, `$12,345`. */
export function formatMoney(dollars: number): string {
  const size = Math.abs(dollars)
  const sign = dollars < 0 ? '-' : ''
  if (size === 0) return '$0'
  if (size < 0.000001) return `${sign}<$0.000001`
  if (size < 0.1) return `${sign}$${small(size)}`
  const digits = size < 1000 ? 2 : 0
  return `${sign}$${size.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits })}`
}

const small = (size: number): string => size.toLocaleString('en', { maximumSignificantDigits: 2 })
