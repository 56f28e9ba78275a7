import type { Convention } from './convention.ts'
import { genAi, genAiInstructions } from './gen-ai.ts'
import { genAiEvents } from './gen-ai-events.ts'
import { genAiIndexed } from './gen-ai-indexed.ts'
import { genkit } from './genkit.ts'
import { langfuse, langfuseTrace } from './langfuse.ts'
import { openInference, openInferenceValues } from './openinference.ts'
import { pydanticAi } from './pydantic-ai.ts'
import { claudeCode, googleAdk, logfire, mlflow, springAi, traceloopEntity } from './raw-values.ts'
import { vercelAi } from './vercel-ai.ts'

/** A span may follow several: the first with content wins, separately for input and output. Raw requests and responses come last. */
export const CONVENTIONS: readonly Convention[] = [
  genAi,
  openInference,
  langfuse,
  vercelAi,
  pydanticAi,
  genAiEvents,
  genAiIndexed,
  mlflow,
  googleAdk,
  claudeCode,
  logfire,
  springAi,
  genkit,
  openInferenceValues,
  traceloopEntity,
  langfuseTrace,
  genAiInstructions,
]
