import { fileDigest, objectDigest } from '../domain/objects/digest.ts'
import { formatRef } from '../domain/objects/ref.ts'
import { jsonTextOf } from '../json/write.ts'
import { remember } from '../remember.ts'
import { opNameOf } from './op-name.ts'

/** Spans have the name of a function but not its code, so all ops share one placeholder source. */
const SOURCE = Buffer.from(
  '# Recorded from an OpenTelemetry span, which carries no source code.\ndef op(*args, **kwargs):\n    pass\n',
)

const sourceDigest = fileDigest(SOURCE)

const val = jsonTextOf({
  _type: 'CustomWeaveType',
  weave_type: { type: 'Op' },
  files: { 'obj.py': sourceDigest },
})

/** The op that every span's op is a version of, in the form SDKs publish ops in. */
export const placeholderOp = { val, digest: objectDigest(val), source: SOURCE, sourceDigest } as const

const rememberedName = remember(opNameOf)

/** The op ref of spans with this name. */
export function opRefOf(projectId: string, spanName: string): string {
  const name = rememberedName(spanName)
  return formatRef({ kind: 'op', project_id: projectId, name, version: placeholderOp.digest, extra: [] })
}
