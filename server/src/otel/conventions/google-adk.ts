import type { Convention } from './convention.ts'

/** Google's Agent Development Kit. */
export const googleAdk: Convention = {
  inputs: ['gcp.vertex.agent.tool_call_args', 'gcp.vertex.agent.llm_request'],
  output: ['gcp.vertex.agent.tool_response', 'gcp.vertex.agent.llm_response'],
  conversation_id: ['gcp.vertex.agent.session_id'],
}
