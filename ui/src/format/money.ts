/** US dollars. Small sums keep two digits that matter: `$0.00042`, `$0.018`, `$1.25`, `$12,345`. */
export function formatMoney(dollars: number): string {
  const size = Math.abs(dollars)
  const sign = dollars < 0 ? '-' : ''
  if (size === 0) return '$0'
  if (size < 0.000001) return `${sign}<$0.000001`
  if (size < 0.1) return `${sign}$${small.format(size)}`
  return `${sign}$${(size < 1000 ? withCents : whole).format(size)}`
}

const small = new Intl.NumberFormat('en', { maximumSignificantDigits: 2 })
const withCents = new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 })
