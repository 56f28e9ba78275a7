const LINE_CHARS_MAX = 110

/** JSON with a line for everything that fits on one: attributes read well, and differences stay small. */
export function formatJson(value) {
  return `${format(value, '')}\n`
}

function format(value, indent) {
  const oneLine = JSON.stringify(value)
  if (typeof value !== 'object' || value === null) return oneLine
  if (oneLine.length + indent.length <= LINE_CHARS_MAX) return oneLine
  const inner = `${indent}  `
  if (Array.isArray(value)) {
    return `[\n${value.map((item) => inner + format(item, inner)).join(',\n')}\n${indent}]`
  }
  const members = Object.entries(value).filter(([, member]) => member !== undefined)
  const lines = members.map(([key, member]) => `${inner}${JSON.stringify(key)}: ${format(member, inner)}`)
  return `{\n${lines.join(',\n')}\n${indent}}`
}
