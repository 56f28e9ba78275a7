import type { Snippet } from '../../components/CodeBlock.tsx'

/** Code snippets to load a call from this server; the API key is a placeholder. */
export function callSnippets(origin: string, projectId: string, callId: string): Snippet[] {
  const body = JSON.stringify({ project_id: projectId, id: callId, include_costs: true })
  return [
    {
      title: 'Python',
      language: 'python',
      code: `import weave

# WANDB_BASE_URL and WF_TRACE_SERVER_URL: ${origin}
client = weave.init("${projectId}")
call = client.get_call("${callId}")
print(call.inputs, call.output)`,
    },
    {
      title: 'TypeScript',
      language: 'typescript',
      code: `const reply = await fetch('${origin}/call/read', {
  method: 'POST',
  headers: {
    'content-type': 'application/json',
    authorization: \`Basic \${btoa(\`api:\${process.env.WANDB_API_KEY}\`)}\`,
  },
  body: JSON.stringify(${body}),
})
const { call } = await reply.json()`,
    },
    {
      title: 'curl',
      code: `curl -u "api:$WANDB_API_KEY" ${origin}/call/read \\
  -H 'content-type: application/json' \\
  -d '${body.replaceAll("'", "'\\''")}'`,
    },
  ]
}
