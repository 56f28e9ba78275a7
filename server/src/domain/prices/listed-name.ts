/**
 * The name under which our list may have a model that a gateway or cloud names in its own way: `azure/gpt-4o`,
 * `us.anthropic.claude-sonnet-4-5-20250929-v1:0`. A name in no such form comes back as it is.
 */
export const listedName = (model: string): string =>
  CLOUD_NAMES.reduce((name, [pattern, listed]) => name.replace(pattern, listed), withoutProviders(model))

/**
 * Path segments after which a model costs what our list says, in the spellings of LiteLLM, OpenRouter and Google. The
 * closed models of a provider cost the same wherever it or a cloud serves them. Anything else may be somebody's own
 * server (`ollama/`, `my-org/`), an alias of a proxy, or a host with its own prices for open models (`groq/`,
 * `openrouter/`, `deepseek/` at OpenRouter): no cost is better than a wrong one.
 */
const PROVIDERS: ReadonlySet<string> = new Set([
  'openai',
  'azure',
  'azure_ai',
  'anthropic',
  'bedrock',
  'converse',
  'vertex_ai',
  'google',
  'gemini',
  'publishers',
  'models',
  'mistral',
  'cohere',
  'xai',
  'x-ai',
])

function withoutProviders(model: string): string {
  const segments = model.split('/')
  const name = segments.pop() ?? ''
  return segments.every((segment) => PROVIDERS.has(segment)) ? name : model
}

/** How Bedrock and Vertex AI name models of our list. Claude costs up to a tenth more in some of their regions. */
const CLOUD_NAMES: readonly (readonly [pattern: RegExp, listed: string])[] = [
  [/^(?:(?:us|eu|apac|jp|au|global)\.)?anthropic\.(claude-.+?)(?:-v\d+(?::\d+)?)?$/, '$1'],
  // Amazon's own models cost more outside the US.
  [/^us\.(amazon\..+)$/, '$1'],
  [/^(claude-.+?)(?:-v\d+)?@(\d{8})$/, '$1-$2'],
]
