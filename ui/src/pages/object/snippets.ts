import type { Snippet } from '../../components/CodeBlock.tsx'
import type { VersionName } from '../../object/ref.ts'

/** How to get at a version from code. */
export function versionSnippets({ projectId, kind, name, digest }: VersionName): Snippet[] {
  const ref = `weave:///${projectId}/${kind}/${name}:${digest}`
  return [
    {
      title: 'Python',
      language: 'python',
      code: `import weave\n\nweave.init("${projectId}")\n${kind} = weave.ref("${ref}").get()`,
    },
    {
      title: 'TypeScript',
      language: 'typescript',
      code: `import * as weave from 'weave'\n\nconst client = await weave.init('${projectId}')\nconst value = await client.get(weave.ObjectRef.fromUri('${ref}'))`,
    },
    {
      title: 'curl',
      code: `curl -u "api:$WANDB_API_KEY" "$WF_TRACE_SERVER_URL/obj/read" \\\n  -H 'content-type: application/json' \\\n  -d '${JSON.stringify({ project_id: projectId, object_id: name, digest })}'`,
    },
  ]
}
