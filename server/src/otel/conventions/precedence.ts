import type { CallField, Convention } from './convention.ts'
import { genAi } from './gen-ai.ts'
import { genAiDeprecated } from './gen-ai-deprecated.ts'
import { googleAdk } from './google-adk.ts'
import { langfuse } from './langfuse.ts'
import { logfirePydanticAi } from './logfire-pydantic-ai.ts'
import { mlflow } from './mlflow.ts'
import { openInference } from './openinference.ts'
import { openInferenceMessages } from './openinference-messages.ts'
import { openLit } from './openlit.ts'
import { openLlmetry } from './openllmetry.ts'
import { plain } from './plain.ts'
import { providerUsage } from './provider-usage.ts'
import { vercelAi } from './vercel-ai.ts'
import { weave } from './weave.ts'

/** Whose word counts first, field by field. */
export const PRECEDENCE: Record<CallField, readonly Convention[]> = {
  inputs: [
    vercelAi,
    genAiDeprecated,
    openInference,
    mlflow,
    genAi,
    logfirePydanticAi,
    openLlmetry,
    googleAdk,
    plain,
    openInferenceMessages,
  ],
  output: [
    vercelAi,
    genAiDeprecated,
    openInference,
    genAi,
    mlflow,
    logfirePydanticAi,
    openLit,
    openLlmetry,
    googleAdk,
    plain,
    openInferenceMessages,
  ],
  model: [genAi, openInference, vercelAi],
  provider: [genAi, openInference, vercelAi],
  system: [genAi, genAiDeprecated, openInference],
  kind: [weave, openLlmetry, openInference],
  model_parameters: [genAi, openInference],
  own_attributes: [weave],
  operation_name: [genAi],
  response_id: [genAi],
  finish_reasons: [genAi],
  agent_name: [genAi],
  agent_id: [genAi],
  input_tokens: [genAi],
  output_tokens: [genAi],
  prompt_tokens: [genAiDeprecated, openInference, vercelAi],
  completion_tokens: [genAiDeprecated, openInference, vercelAi],
  total_tokens: [openLlmetry, openInference],
  cache_creation_input_tokens: [genAi],
  cache_read_input_tokens: [genAi, providerUsage],
  conversation_id: [genAi, googleAdk],
  thread_id: [weave],
  is_turn: [weave],
  display_name: [weave],
  started_at: [langfuse],
  ended_at: [langfuse],
  wb_run_id: [weave],
  wb_run_step: [weave],
  wb_run_step_end: [weave],
}
