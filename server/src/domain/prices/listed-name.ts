/** A model of our list as a gateway or cloud names it. */
interface ListedModel {
  readonly name: string
  /** The providers of our list among whose models it may be; all of them without a provider in its name. */
  readonly providers: readonly string[] | undefined
}

/**
 * The name under which our list may have a model that a gateway or cloud names in its own way: `azure/gpt-4o`,
 * `us.anthropic.claude-sonnet-4-5-20250929-v1:0`. A name in no such form comes back as it is.
 */
export function listedModel(model: string): ListedModel {
  const segments = model.split('/')
  const name = segments.pop() ?? ''
  const served = segments.map((segment) => SERVED.get(segment))
  if (served.includes(undefined)) return { name: model, providers: undefined }
  const providers = segments.length === 0 ? undefined : served.flatMap((some = []) => some)
  return { name: CLOUD_NAMES.reduce((text, [form, listed]) => text.replace(form, listed), name), providers }
}

const GOOGLE = 'vertex_ai-language-models'

/**
 * Path segments after which a model costs what our list says, in the spellings of LiteLLM, OpenRouter, Google and Genkit, and whose
 * models they serve at that price. Anything else may be somebody's own server (`ollama/`, `my-org/`), an alias of a proxy, or
 * a host with its own prices for open models (`groq/`, `openrouter/`, or `openai/` before a model that is not OpenAI's): no
 * cost is better than a wrong one.
 */
const SERVED: ReadonlyMap<string, readonly string[]> = new Map([
  ['openai', ['openai']],
  ['azure', ['openai']],
  ['azure_ai', ['openai']],
  ['anthropic', ['anthropic']],
  ['bedrock', ['anthropic', 'bedrock']],
  ['converse', ['anthropic', 'bedrock']],
  ['vertex_ai', ['anthropic', GOOGLE]],
  ['vertexai', ['anthropic', GOOGLE]],
  ['google', [GOOGLE]],
  ['googleai', [GOOGLE]],
  ['gemini', [GOOGLE]],
  ['publishers', [GOOGLE]],
  ['models', [GOOGLE]],
  ['mistral', ['mistral']],
  ['cohere', ['cohere']],
  ['xai', ['xai']],
  ['x-ai', ['xai']],
])

/** How Bedrock and Vertex AI name models of our list, where these cost the same: other regions cost more. */
const CLOUD_NAMES: readonly (readonly [form: RegExp, listed: string])[] = [
  [/^(?:(?:us|global)\.)?anthropic\.(claude-.+?)(?:-v\d+(?::\d+)?)?$/, '$1'],
  [/^us\.(amazon\..+)$/, '$1'],
  [/^(claude-.+?)(?:-v\d+)?@(\d{8})$/, '$1-$2'],
]
