import type { Convention } from './convention.ts'

/** Pydantic AI, and Logfire with it. */
export const logfirePydanticAi: Convention = {
  inputs: ['pydantic_ai.all_messages'],
  output: ['final_result'],
}
