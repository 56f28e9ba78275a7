import type { JsonMap, JsonValue } from '../json/tree.ts'
import { itemsOf, listAt, mapAt, parseEmbedded, textAt, valueAt } from './json-fields.ts'
import type { ToolDefinition } from './message.ts'

/** The tools that a model was offered, in the shapes of all providers; texts are names or JSON. */
export function readTools(value: JsonValue | undefined): ToolDefinition[] {
  return itemsOf(parseEmbedded(value)).flatMap((item) => {
    const tool = parseEmbedded(item)
    if (typeof tool === 'string') return tool === '' ? [] : [{ name: tool }]
    return tool instanceof Map ? toolsOf(tool) : []
  })
}

/** The tools of a request, wherever its provider puts them. */
export function toolsOfRequest(payload: JsonMap): ToolDefinition[] {
  const nested = mapAt(payload, 'config', 'toolConfig', 'tool_config', 'invocation_params', 'kwargs')
  return readTools(
    valueAt(payload, 'tools', 'functions') ?? (nested && valueAt(nested, 'tools', 'functions')),
  )
}

function toolsOf(tool: JsonMap): ToolDefinition[] {
  const declared = listAt(tool, 'function_declarations', 'functionDeclarations')
  if (declared) return declared.flatMap((each) => (each instanceof Map ? definitionOf(each) : []))
  return definitionOf(mapAt(tool, 'function', 'toolSpec', 'custom') ?? tool)
}

function definitionOf(tool: JsonMap): ToolDefinition[] {
  const name = textAt(tool, 'name', 'type')
  if (name === undefined) return []
  const description = textAt(tool, 'description')
  const parameters = parametersOf(tool)
  return [{ name, ...(description && { description }), ...(parameters !== undefined && { parameters }) }]
}

/** Bedrock and the AI SDK wrap the schema once more. */
function parametersOf(tool: JsonMap): JsonValue | undefined {
  const schema = parseEmbedded(
    valueAt(
      tool,
      'parameters',
      'input_schema',
      'inputSchema',
      'parametersJsonSchema',
      'parameters_json_schema',
    ),
  )
  return schema instanceof Map ? (mapAt(schema, 'json', 'jsonSchema') ?? schema) : schema
}
