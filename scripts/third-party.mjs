// The licenses of the packages that are bundled into the product, which most of them require to be passed on.

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'

const FOLDER = `node_modules${sep}`

/** Name of a file, in the folder of each part of the product, that lists the packages in it. */
export const NOTICES = 'third-party.txt'

/**
 * A text with the name, version and license of every package that one of the bundled files belongs to. Throws for a package without
 * a license.
 */
export function noticesOf(files) {
  const folders = new Set(files.flatMap((file) => packageFolder(file) ?? []))
  const packages = [...folders].map(describe).sort((a, b) => (a.title < b.title ? -1 : 1))
  const unique = new Map(packages.map((each) => [each.title, each]))
  return [...unique.values()]
    .map(({ title, text }) => `${title}\n\n${text}\n`)
    .join(`\n${'-'.repeat(80)}\n\n`)
}

/** The folder of the package that a file belongs to; undefined for files of our own. */
function packageFolder(file) {
  const at = file.lastIndexOf(FOLDER)
  if (at < 0) return undefined
  const [scope, name] = file.slice(at + FOLDER.length).split(sep)
  return file.slice(0, at + FOLDER.length) + (scope.startsWith('@') ? join(scope, name) : scope)
}

function describe(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const files = readdirSync(folder).filter((each) => /^(licen[cs]e|copying|notice)([.-]|$)/i.test(each))
  const texts = files.sort().map((each) => readFileSync(join(folder, each), 'utf8').trim())
  if (typeof license !== 'string' && texts.length === 0) throw new Error(`${name} has no license`)
  return {
    title: `${name} ${version} (${license ?? 'see below'})`,
    text: texts.join('\n\n') || `License: ${license}`,
  }
}

/** The notices of all parts of the product below a folder. */
export function joinNotices(dist) {
  const texts = [join(dist, NOTICES), join(dist, 'ui', NOTICES)].filter(existsSync)
  const heading = 'Heddle contains the packages below, under the licenses that follow their names.'
  return [heading, ...texts.map((file) => readFileSync(file, 'utf8'))].join(`\n\n${'-'.repeat(80)}\n\n`)
}
