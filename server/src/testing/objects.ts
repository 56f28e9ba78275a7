import { createObject } from '@heddle/contract/objects'
import type { Service } from './service.ts'

let projects = 0

/** A project that no other test of the file has. */
export const newProject = (): string => `team/project-${++projects}`

/** Publishes a version and returns its digest. */
export async function publish(
  service: Service,
  project_id: string,
  object_id: string,
  val: unknown,
): Promise<string> {
  const { digest } = await service.call(createObject, { obj: { project_id, object_id, val } })
  return digest
}

/** A value as the Python SDK publishes it, with its class. */
export function sdkObject(className: string, fields: object = {}, parents: readonly string[] = []) {
  return { _type: className, _class_name: className, _bases: [...parents, 'Object', 'BaseModel'], ...fields }
}

/** An op as SDKs publish it. */
export const sdkOp = (source: string) => ({
  _type: 'CustomWeaveType',
  weave_type: { type: 'Op' },
  files: { 'obj.py': source },
})
