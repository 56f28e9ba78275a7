const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 })
const short = new Intl.NumberFormat('en', { notation: 'compact', maximumSignificantDigits: 3 })
const rounded = new Intl.NumberFormat('en', { maximumSignificantDigits: 3 })
const precise = new Intl.NumberFormat('en', {
  maximumSignificantDigits: 6,
  maximumFractionDigits: 0,
  roundingPriority: 'morePrecision',
})
const scientific = new Intl.NumberFormat('en', { notation: 'scientific', maximumSignificantDigits: 3 })

/** All digits, grouped: `12,345`. */
export const formatCount = (count: number): string => whole.format(count)

/** A count with its noun: `1 call`, `12,345 calls`. */
export const pluralize = (count: number, one: string): string =>
  `${formatCount(count)} ${count === 1 ? one : `${one}s`}`

/** For narrow places: `999`, `12.3K`, `4.57M`. */
export const formatCompact = (value: number): string =>
  Math.abs(value) < 1000 ? precise.format(value) : short.format(value)

/** Tokens, for narrow places: `1 token`, `12.3K tokens`. */
export const formatTokens = (count: number): string =>
  `${formatCompact(count)} ${count === 1 ? 'token' : 'tokens'}`

/** A measured value such as a score: whole numbers with all digits, any other with up to six significant ones. */
export const formatNumber = (value: number): string => (isExtreme(value) ? scientific : precise).format(value)

/** A mean, for narrow places: `0.857`, `12.3K`. */
export const formatMean = (value: number): string =>
  (isExtreme(value) ? scientific : Math.abs(value) < 1000 ? rounded : short).format(value)

/** Whether a number would be mostly zeros: `1.5E-9`. */
const isExtreme = (value: number): boolean =>
  value !== 0 && (Math.abs(value) < 0.000_001 || Math.abs(value) >= 1e15)

/** A fraction as a percentage: `13%`, `2.1%`, `99.7%`. Only none is 0%, and only all is 100%. */
export function formatShare(share: number): string {
  if (share > 0 && share < 0.001) return '<0.1%'
  if (share > 0.999 && share < 1) return '>99.9%'
  const isNearEnd = (share > 0 && share < 0.1) || (share >= 0.995 && share < 1)
  return `${(share * 100).toFixed(isNearEnd ? 1 : 0)}%`
}

const BYTE_UNITS = ['B', 'KB', 'MB', 'GB', 'TB']

/** Bytes in steps of 1000: `2.4 MB`. */
export function formatBytes(bytes: number): string {
  let step = 0
  let value = bytes
  for (; value >= 999.5 && step < BYTE_UNITS.length - 1; step++) value /= 1000
  return `${step === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${BYTE_UNITS[step]}`
}

/** US dollars. Small amounts keep two significant digits: `$0.00042`, `$0.018`, `$1.25`, `$12,345`. */
export function formatMoney(dollars: number): string {
  const size = Math.abs(dollars)
  const sign = dollars < 0 ? '-' : ''
  if (size === 0) return '$0'
  if (size < 0.000001) return `${sign}<$0.000001`
  if (size < 0.1) return `${sign}$${small.format(size)}`
  return `${sign}$${(size < 1000 ? withCents : whole).format(size)}`
}

/** Decimals of costs in tables: enough for a single call, few enough for a total. */
const COLUMN_DECIMALS = 4

/** US dollars with the same number of decimals for every amount, so that a column lines up: `$0.0420`, `<$0.0001`. */
export function formatAlignedMoney(dollars: number, decimals = COLUMN_DECIMALS): string {
  const least = 10 ** -decimals
  const size = Math.abs(dollars)
  const sign = dollars < 0 ? '-' : ''
  if (size > 0 && size < least / 2) return `${sign}<$${least.toFixed(decimals)}`
  const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals }
  return `${sign}$${size.toLocaleString('en', digits)}`
}

const small = new Intl.NumberFormat('en', { maximumSignificantDigits: 2 })
const withCents = new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
