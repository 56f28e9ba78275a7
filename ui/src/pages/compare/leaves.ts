import { JsonChildren } from '../../json/children.ts'
import { isContainer, kindAt, skipBlanks } from '../../json/scan.ts'

const LEAVES_MAX = 1000
const DEPTH_MAX = 12

/** The values at the ends of a JSON document by their path, each as it was written. Stops after a thousand. */
export function leavesOf(text: string, base: string): Map<string, string> {
  const leaves = new Map<string, string>()
  add(skipBlanks(text, 0), text.trimEnd().length, base, 0)
  return leaves

  function add(start: number, end: number, path: string, depth: number): void {
    if (leaves.size >= LEAVES_MAX) return
    const children = isContainer(kindAt(text, start)) ? new JsonChildren(text, start) : undefined
    if (!children?.has(0) || depth >= DEPTH_MAX) {
      leaves.set(path, text.slice(start, end))
      return
    }
    for (let index = 0, child = children.at(0); child; child = children.at(++index)) {
      add(child.start, child.end, `${path}.${child.key}`, depth + 1)
      if (leaves.size >= LEAVES_MAX) return
    }
  }
}
