import { readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))

export interface Source {
  /** From the root of the repository. */
  readonly path: string
  readonly text: string
}

export function sourcesUnder(folder: string): Source[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => posix.join(folder, name))
    .sort()
    .map((path) => file(path, readFileSync(join(ROOT, path), 'utf8')))
}

export function file(path: string, text: string): Source {
  return { path, text }
}

/** Pairs of folders whose files import each other. Tests are not counted: they use what others build on. */
export function mutualFolders(files: readonly Source[]): string[] {
  const arrowsOf = (source: Source) =>
    importedFiles(source).map((target) => `${posix.dirname(source.path)} <-> ${posix.dirname(target)}`)
  const arrows = new Set(files.filter(({ path }) => !isTest(path)).flatMap(arrowsOf))
  return [...arrows].filter((arrow) => {
    const [from = '', to = ''] = arrow.split(' <-> ')
    return from < to && !to.startsWith(`${from}/`) && arrows.has(`${to} <-> ${from}`)
  })
}

/** Depth-first search; a file that is reached again while it is still open closes a cycle. */
export function importCycles(files: readonly Source[]): string[] {
  const targets = new Map(files.map((source) => [source.path, importedFiles(source)]))
  const done = new Set<string>()
  const open: string[] = []
  const cycles: string[] = []

  const visit = (path: string): void => {
    if (open.includes(path)) cycles.push([...open.slice(open.indexOf(path)), path].join(' -> '))
    if (open.includes(path) || done.has(path)) return
    open.push(path)
    for (const target of targets.get(path) ?? []) visit(target)
    open.pop()
    done.add(path)
  }

  for (const path of targets.keys()) visit(path)
  return cycles
}

const importedFiles = (source: Source): string[] =>
  importsOf(source).flatMap(({ specifier }) => resolve(source.path, specifier) ?? [])

export interface Import {
  readonly specifier: string
  readonly reExports: boolean
}

/** The formatter puts statements at the start of a line, so comments are never mistaken for them. */
export function importsOf({ text }: Source): Import[] {
  const statements = /^(import|export)\s(?:[^'"`;=()]*?\sfrom\s+)?['"]([^'"]+)['"]/gm
  const calls = /\bimport\(\s*['"]([^'"]+)['"]/g
  return [
    ...[...text.matchAll(statements)].map(([, keyword, specifier = '']) => ({
      specifier,
      reExports: keyword === 'export',
    })),
    ...[...text.matchAll(calls)].map(([, specifier = '']) => ({ specifier, reExports: false })),
  ]
}

/** The file of this repository that a specifier names; undefined for a package. */
export function resolve(importer: string, specifier: string): string | undefined {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(importer), specifier)
  const contractFile = /^@heddle\/contract\/((?!src\/)(?:[\w-]+\/)?[\w-]+)$/.exec(specifier)?.[1]
  return contractFile && `contract/src/${contractFile}.ts`
}

export const isTest = (path: string): boolean => /\.test\.tsx?$/.test(path)
