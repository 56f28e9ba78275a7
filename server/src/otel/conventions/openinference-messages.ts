import type { Convention } from './convention.ts'

/** OpenInference's lists of messages, for spans that carry no `input.value` and `output.value`. */
export const openInferenceMessages: Convention = {
  inputs: ['llm.input_messages'],
  output: ['llm.output_messages'],
}
