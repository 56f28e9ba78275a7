import { expect, test } from 'vitest'
import { bothForms, called, messagesOf, said, text, toolResult, weather } from '../../testing/call-source.ts'

const json = JSON.stringify

test.each<[string, Record<string, unknown>, object]>([
  [
    'OpenLLMetry on a decorated function',
    {
      'traceloop.span.kind': 'workflow',
      'traceloop.entity.input': json({ args: [], kwargs: { question: 'Why?' } }),
      'traceloop.entity.output': json('Because.'),
    },
    {
      kind: 'chain',
      input: [{ role: 'user', parts: [{ type: 'data', value: { question: 'Why?' } }] }],
      output: [text('assistant', 'Because.')],
    },
  ],
  [
    'OpenLLMetry on a chain of LangChain',
    {
      'traceloop.span.kind': 'workflow',
      'traceloop.entity.input': json({
        inputs: { messages: [{ type: 'human', content: 'Why?' }] },
        tags: [],
        metadata: {},
        kwargs: { name: 'LangGraph' },
      }),
      'traceloop.entity.output': json({
        outputs: { messages: [{ type: 'ai', content: 'Because.' }] },
        kwargs: { tags: [] },
      }),
    },
    { kind: 'chain', input: [text('user', 'Why?')], output: [text('assistant', 'Because.')] },
  ],
  [
    'an agent of Pydantic AI',
    {
      'gen_ai.operation.name': 'invoke_agent',
      'pydantic_ai.all_messages': json([
        { role: 'system', parts: [said('Be brief.')] },
        { role: 'user', parts: [said('Weather?')] },
        {
          role: 'assistant',
          parts: [{ type: 'tool_call', id: 'c1', name: 'get_weather', arguments: '{"city":"Paris"}' }],
        },
        { role: 'user', parts: [{ type: 'tool_call_response', id: 'c1', result: 'sunny' }] },
        { role: 'assistant', parts: [said('Sunny.')] },
      ]),
      final_result: 'Sunny.',
    },
    {
      kind: 'agent',
      input: [
        text('system', 'Be brief.'),
        text('user', 'Weather?'),
        { role: 'assistant', parts: [called] },
        toolResult('c1', 'sunny'),
      ],
      output: [text('assistant', 'Sunny.')],
    },
  ],
  [
    'a model call of LangSmith, which sends the raw request and response',
    {
      'langsmith.span.kind': 'llm',
      'gen_ai.operation.name': 'chat',
      'gen_ai.prompt': json({
        messages: [{ role: 'user', content: 'Hi' }],
        model: 'gpt-4o',
        tools: [{ type: 'function', function: weather }],
      }),
      'gen_ai.completion': json({
        choices: [{ message: { role: 'assistant', content: 'Hello' }, finish_reason: 'stop' }],
      }),
    },
    {
      kind: 'llm',
      input: [text('user', 'Hi')],
      output: [{ ...text('assistant', 'Hello'), finish_reason: 'stop' }],
      tools: [weather],
      settings: { model: 'gpt-4o' },
    },
  ],
  [
    'a function of LangSmith',
    {
      'langsmith.span.kind': 'chain',
      'gen_ai.prompt': json({ question: 'Why?', depth: 2 }),
      'gen_ai.completion': json({ output: 'Because.' }),
    },
    {
      kind: 'chain',
      input: [{ role: 'user', parts: [{ type: 'data', value: { question: 'Why?', depth: 2 } }] }],
      output: [text('assistant', 'Because.')],
    },
  ],
  [
    'a function of LangSmith with an argument and a result that are called content',
    {
      'langsmith.span.kind': 'chain',
      'gen_ai.prompt': json({ path: 'a.txt', content: 'hello' }),
      'gen_ai.completion': json({ content: 'x', score: 0.9 }),
    },
    {
      kind: 'chain',
      input: [{ role: 'user', parts: [{ type: 'data', value: { path: 'a.txt', content: 'hello' } }] }],
      output: [{ role: 'assistant', parts: [{ type: 'data', value: { content: 'x', score: 0.9 } }] }],
    },
  ],
  [
    'a tool of Spring AI',
    {
      'gen_ai.operation.name': 'framework',
      'spring.ai.kind': 'tool_call',
      'spring.ai.tool.definition.name': 'get_weather',
      'spring.ai.tool.call.arguments': '{"city":"Paris"}',
      'spring.ai.tool.call.result': '"sunny"',
    },
    {
      kind: 'tool',
      input: [
        {
          role: 'assistant',
          parts: [{ type: 'tool_call', name: 'get_weather', arguments: { city: 'Paris' } }],
        },
      ],
      output: [{ role: 'tool', parts: [{ type: 'tool_call_response', response: 'sunny' }] }],
    },
  ],
  [
    'a search in a vector store of Spring AI',
    { 'spring.ai.kind': 'vector_store', 'db.operation.name': 'query', 'db.vector.query.content': 'cats' },
    { kind: 'retriever', input: [text('user', 'cats')], output: [] },
  ],
  [
    'a chat that Logfire traced',
    {
      'gen_ai.request.model': 'gpt-4o',
      'gen_ai.response.finish_reasons': ['stop'],
      'gen_ai.usage.input_tokens': 12,
      request_data: json({
        messages: [{ role: 'user', content: 'Hi' }],
        model: 'gpt-4o',
        temperature: 0.5,
        tools: [{ type: 'function', function: weather }],
      }),
      response_data: json({ message: { role: 'assistant', content: 'Hello' }, usage: { prompt_tokens: 12 } }),
    },
    {
      kind: 'llm',
      input: [text('user', 'Hi')],
      output: [{ ...text('assistant', 'Hello'), finish_reason: 'stop' }],
      tools: [weather],
      settings: { model: 'gpt-4o', temperature: 0.5 },
    },
  ],
  [
    'a stream that Logfire traced',
    {
      'gen_ai.operation.name': 'chat',
      request_data: json({ system: 'Be brief.', messages: [{ role: 'user', content: 'Hi' }], stream: true }),
      response_data: json({ combined_chunk_content: 'Hello', chunk_count: 2 }),
    },
    {
      kind: 'llm',
      input: [text('system', 'Be brief.'), text('user', 'Hi')],
      output: [text('assistant', 'Hello')],
    },
  ],
  [
    'a span of Langfuse with the input and output of its trace',
    {
      'langfuse.observation.type': 'span',
      'langfuse.trace.input': json('Why?'),
      'langfuse.trace.output': json({ answer: 'Because.' }),
      'langfuse.observation.output': json('Because.'),
    },
    { kind: 'call', input: [text('user', 'Why?')], output: [text('assistant', 'Because.')] },
  ],
  [
    'a generation of Langfuse',
    {
      'langfuse.observation.type': 'generation',
      'langfuse.observation.model.name': 'gpt-4o',
      'langfuse.observation.model.parameters': json({ temperature: 1, max_tokens: 'Infinity' }),
      'langfuse.observation.input': json({
        tools: [{ type: 'function', function: weather }],
        messages: [
          {
            role: 'user',
            content: [
              {
                type: 'image_url',
                image_url: { url: '@@@langfuseMedia:type=image/png|id=1|source=bytes@@@' },
              },
            ],
          },
        ],
      }),
      'langfuse.observation.output': json({ role: 'assistant', content: 'A cat.' }),
    },
    {
      kind: 'llm',
      input: [
        {
          role: 'user',
          parts: [
            {
              type: 'uri',
              modality: 'image',
              mime_type: 'image/png',
              uri: '@@@langfuseMedia:type=image/png|id=1|source=bytes@@@',
            },
          ],
        },
      ],
      output: [text('assistant', 'A cat.')],
      tools: [weather],
      settings: { model: 'gpt-4o', temperature: 1 },
    },
  ],
  [
    'a function of Langfuse',
    {
      'langfuse.observation.type': 'span',
      'langfuse.observation.input': json({ args: ['Why?'], kwargs: {} }),
      'langfuse.observation.output': '"Because."',
    },
    { kind: 'call', input: [text('user', 'Why?')], output: [text('assistant', 'Because.')] },
  ],
  [
    'MLflow, where every value is JSON',
    {
      'mlflow.spanType': '"CHAT_MODEL"',
      'mlflow.spanInputs': json({ messages: [{ role: 'user', content: 'Hi' }], model: 'gpt-4o' }),
      'mlflow.spanOutputs': json({ choices: [{ message: { role: 'assistant', content: 'Hello' } }] }),
      'mlflow.chat.tools': json([{ type: 'function', function: weather }]),
      temperature: '0.5',
      model: '"gpt-4o"',
    },
    {
      kind: 'llm',
      input: [text('user', 'Hi')],
      output: [text('assistant', 'Hello')],
      tools: [weather],
      settings: { model: 'gpt-4o', temperature: 0.5 },
    },
  ],
  [
    'Google ADK in its older form',
    {
      'gen_ai.operation.name': 'call_llm',
      'gcp.vertex.agent.llm_request': json({
        model: 'gemini',
        contents: [{ role: 'user', parts: [{ text: 'Hi' }] }],
        config: { system_instruction: 'Be brief.', tools: [{ function_declarations: [weather] }] },
      }),
      'gcp.vertex.agent.llm_response': json({ content: { role: 'model', parts: [{ text: 'Hello' }] } }),
      'gcp.vertex.agent.tool_call_args': '{}',
    },
    {
      kind: 'llm',
      input: [text('system', 'Be brief.'), text('user', 'Hi')],
      output: [text('assistant', 'Hello')],
      tools: [weather],
    },
  ],
])('%s is read, whether its attributes are stored flat or as a tree', (_, span, expected) => {
  for (const messages of bothForms(span)) expect(messages).toMatchObject(expected)
})

test('a value that is encoded as null has no content', () => {
  const span = { 'mlflow.spanType': '"CHAIN"', 'mlflow.spanInputs': '{"n":1}', 'mlflow.spanOutputs': 'null' }

  expect(messagesOf({ span }).output).toEqual([])
})

test('the instructions of a Pydantic AI agent come before its messages', () => {
  const span = {
    'gen_ai.system_instructions': json([said('Be brief.')]),
    'pydantic_ai.all_messages': json([
      { role: 'user', parts: [said('Hi')] },
      { role: 'assistant', parts: [said('Hello')] },
    ]),
  }

  expect(messagesOf({ span })).toMatchObject({
    input: [text('system', 'Be brief.'), text('user', 'Hi')],
    output: [text('assistant', 'Hello')],
  })
})

test("Claude Code's spans have the prompt, the answer and what a tool was called with", () => {
  const turn = {
    op_name: 'claude_code.interaction',
    span: { 'span.type': 'interaction', user_prompt: 'Fix it' },
  }
  const request = {
    op_name: 'claude_code.llm_request',
    span: { 'span.type': 'llm_request', new_context: 'Fix it', 'response.model_output': 'Done' },
  }
  const tool = {
    op_name: 'claude_code.tool',
    span: { 'span.type': 'tool', tool_name: 'Bash', tool_use_id: 't1', tool_input: json({ command: 'ls' }) },
  }

  expect(messagesOf(turn)).toMatchObject({ kind: 'agent', input: [text('user', 'Fix it')] })
  expect(messagesOf(request)).toMatchObject({
    kind: 'llm',
    input: [text('user', 'Fix it')],
    output: [text('assistant', 'Done')],
  })
  expect(messagesOf(tool)).toMatchObject({
    kind: 'tool',
    input: [{ parts: [{ type: 'tool_call', id: 't1', name: 'Bash', arguments: { command: 'ls' } }] }],
  })
})

test('the response_data of any other program than Logfire is data', () => {
  const response_data = { message: 'created', id: 7 }

  const { output } = messagesOf({ span: { response_data: json(response_data) }, output: { response_data } })

  expect(output).toEqual([{ role: 'assistant', parts: [{ type: 'data', value: { response_data } }] }])
})

test.each([
  ['anthropic', { input: { city: 'Paris' } }, { city: 'Paris' }],
  ['openai', { input: { city: 'Paris' } }, { input: { city: 'Paris' } }],
])('the arguments of a call that Logfire traced of %s are read', (system, sent, expected) => {
  const tool_calls = [{ id: 'c1', function: { name: 'get_weather', arguments: json(sent) } }]
  const span = {
    'gen_ai.system': system,
    'gen_ai.operation.name': 'chat',
    response_data: json({ message: { role: 'assistant', tool_calls }, usage: {} }),
  }

  for (const { output } of bothForms(span)) {
    expect(output).toEqual([{ role: 'assistant', parts: [{ ...called, arguments: expected }] }])
  }
})
