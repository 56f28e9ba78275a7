import { expect, test } from 'vitest'
import { bothForms, called, messagesOf, said, text, toolResult, weather } from '../../testing/call-source.ts'

const json = JSON.stringify

test.each<[string, Record<string, unknown>, object]>([
  [
    'OpenInference, which repeats tool calls',
    {
      'openinference.span.kind': 'LLM',
      'llm.model_name': 'claude',
      'llm.invocation_parameters': json({ max_tokens: 10, model: 'ignored' }),
      'llm.input_messages.0.message.role': 'user',
      'llm.input_messages.0.message.contents.0.message_content.type': 'text',
      'llm.input_messages.0.message.contents.0.message_content.text': 'Weather?',
      'llm.input_messages.0.message.contents.1.message_content.type': 'image',
      'llm.input_messages.0.message.contents.1.message_content.image.image.url': 'data:image/png;base64,AAAA',
      'llm.input_messages.1.message.role': 'tool',
      'llm.input_messages.1.message.content': 'sunny',
      'llm.input_messages.1.message.tool_call_id': 'c0',
      'llm.output_messages.0.message.role': 'assistant',
      'llm.output_messages.0.message.contents.0.message_content.type': 'text',
      'llm.output_messages.0.message.contents.0.message_content.text': 'Let me see.',
      'llm.output_messages.0.message.content': 'Let me see.',
      'llm.output_messages.1.message.role': 'assistant',
      'llm.output_messages.1.message.contents.0.message_content.type': 'tool_use',
      'llm.output_messages.1.message.contents.0.message_content.id': 'c1',
      'llm.output_messages.1.message.tool_calls.0.tool_call.id': 'c1',
      'llm.output_messages.1.message.tool_calls.0.tool_call.function.name': 'get_weather',
      'llm.output_messages.1.message.tool_calls.0.tool_call.function.arguments': '{"city":"Paris"}',
      'llm.tools.0.tool.json_schema': json({
        name: weather.name,
        description: weather.description,
        input_schema: weather.parameters,
      }),
      'input.value': '{"messages":[]}',
    },
    {
      kind: 'llm',
      input: [
        {
          role: 'user',
          parts: [
            said('Weather?'),
            { type: 'blob', modality: 'image', mime_type: 'image/png', content: 'AAAA' },
          ],
        },
        toolResult('c0', 'sunny'),
      ],
      output: [{ role: 'assistant', parts: [said('Let me see.'), called] }],
      tools: [weather],
      settings: { model: 'claude', max_tokens: 10 },
    },
  ],
  [
    'OpenInference with recordings, videos and files',
    {
      'openinference.span.kind': 'LLM',
      'llm.request.model_name': 'asked',
      'llm.model_name': 'answered',
      'llm.finish_reason': 'max_tokens',
      'llm.input_messages.0.message.role': 'user',
      'llm.input_messages.0.message.contents.0.message_content.type': 'audio',
      'llm.input_messages.0.message.contents.0.message_content.audio.audio.url': 'data:audio/wav;base64,AAAA',
      'llm.input_messages.0.message.contents.0.message_content.audio.audio.transcript': 'Weather?',
      'llm.input_messages.0.message.contents.1.message_content.type': 'video',
      'llm.input_messages.0.message.contents.1.message_content.video.video.url': 'gs://bucket/clip.mp4',
      'llm.input_messages.0.message.contents.2.message_content.type': 'file',
      'llm.input_messages.0.message.contents.2.message_content.file.file.url': 'https://x.test/a.pdf',
      'llm.input_messages.0.message.contents.2.message_content.file.file.mime_type': 'application/pdf',
      'llm.output_messages.0.message.content': 'Sunny.',
      'llm.tools.0.tool.name': weather.name,
      'llm.tools.0.tool.description': weather.description,
      'llm.tools.0.tool.json_schema': json(weather.parameters),
    },
    {
      input: [
        {
          role: 'user',
          parts: [
            said('Weather?'),
            { type: 'blob', modality: 'audio', mime_type: 'audio/wav', content: 'AAAA' },
            { type: 'uri', modality: 'video', uri: 'gs://bucket/clip.mp4' },
            {
              type: 'uri',
              modality: 'document',
              mime_type: 'application/pdf',
              uri: 'https://x.test/a.pdf',
            },
          ],
        },
      ],
      output: [{ ...text('assistant', 'Sunny.'), finish_reason: 'length' }],
      tools: [weather],
      settings: { model: 'asked' },
    },
  ],
  [
    'OpenInference on the completions API',
    {
      'openinference.span.kind': 'LLM',
      'llm.prompts.0.prompt.text': 'One, two,',
      'llm.choices.0.completion.text': 'three',
      'llm.choices.1.completion.text': 'four',
    },
    { input: [text('user', 'One, two,')], output: [text('assistant', 'three'), text('assistant', 'four')] },
  ],
  [
    'an OpenInference retriever',
    {
      'openinference.span.kind': 'RETRIEVER',
      'input.value': 'cats',
      'retrieval.documents.0.document.content': 'Cats purr.',
      'retrieval.documents.0.document.score': 0.5,
      'retrieval.documents.0.document.id': 'd1',
      'retrieval.documents.0.document.metadata': '{"page":1}',
    },
    {
      kind: 'retriever',
      input: [text('user', 'cats')],
      output: [{ role: 'tool', parts: [{ type: 'document', id: 'd1', content: 'Cats purr.', score: 0.5 }] }],
      documents: [{ id: 'd1', content: 'Cats purr.', score: 0.5 }],
    },
  ],
  [
    'an OpenInference tool, whose result is a serialised message of LangChain',
    {
      'openinference.span.kind': 'TOOL',
      'tool.name': 'get_weather',
      'tool.parameters': '{"type":"object"}',
      'input.value': '{"city":"Paris"}',
      'output.value': json({
        output: { type: 'tool', data: { content: 'sunny', tool_call_id: 'c1', type: 'tool' } },
      }),
    },
    {
      kind: 'tool',
      input: [
        {
          role: 'assistant',
          parts: [{ type: 'tool_call', name: 'get_weather', arguments: { city: 'Paris' } }],
        },
      ],
      output: [{ role: 'tool', parts: [{ type: 'tool_call_response', id: 'c1', response: 'sunny' }] }],
    },
  ],
  [
    'an OpenInference embedding',
    {
      'openinference.span.kind': 'EMBEDDING',
      'embedding.model_name': 'small',
      'embedding.embeddings.0.embedding.text': 'a',
      'embedding.embeddings.0.embedding.vector': [1, 2],
    },
    {
      kind: 'embedding',
      input: [text('user', 'a')],
      output: [{ role: 'assistant', parts: [{ type: 'data', value: { count: 1, dimensions: 2 } }] }],
      settings: { model: 'small' },
    },
  ],
])('%s is read, whether its attributes are stored flat or as a tree', (_, span, expected) => {
  for (const messages of bothForms(span)) expect(messages).toMatchObject(expected)
})

test('all blocks of a tool result are in its response', () => {
  const contents = 'llm.input_messages.0.message.contents'
  const span = {
    'openinference.span.kind': 'LLM',
    'llm.input_messages.0.message.role': 'tool',
    'llm.input_messages.0.message.tool_call_id': 'c1',
    [`${contents}.0.message_content.type`]: 'text',
    [`${contents}.0.message_content.text`]: 'one',
    [`${contents}.1.message_content.type`]: 'text',
    [`${contents}.1.message_content.text`]: 'two',
  }

  for (const { input } of bothForms(span)) expect(input).toEqual([toolResult('c1', 'one\ntwo')])
})

test('a block whose text was JSON is data', () => {
  const content = 'llm.output_messages.0.message.contents.0.message_content'
  const span = {
    'openinference.span.kind': 'LLM',
    [`${content}.type`]: 'text',
    [`${content}.text`]: { city: 'Paris' },
  }

  for (const { output } of bothForms(span)) {
    expect(output).toEqual([{ role: 'assistant', parts: [{ type: 'data', value: { city: 'Paris' } }] }])
  }
})

test('a prompt template has its variables filled in, each once', () => {
  const span = {
    'openinference.span.kind': 'LLM',
    'llm.prompt_template.template': 'Answer {{question}} or {question}, not {unknown}.',
    'llm.prompt_template.variables': json({ question: 'Why?' }),
    'input.value': json({ prompt: 'PromptTemplate(...)' }),
  }

  expect(messagesOf({ span }).input).toEqual([text('user', 'Answer Why? or {question}, not {unknown}.')])
})

test('a tool with a call beside its input is shown with the arguments of the call', () => {
  const span = {
    'openinference.span.kind': 'TOOL',
    'tool_call.id': 'c1',
    'tool_call.function.name': 'get_weather',
    'tool_call.function.arguments': '{"city":"Paris"}',
    'input.value': 'Weather?',
  }

  for (const { input } of bothForms(span)) expect(input).toEqual([{ role: 'assistant', parts: [called] }])
})

test('the id of a document may be a number', () => {
  const span = {
    'openinference.span.kind': 'RETRIEVER',
    'retrieval.documents.0.document.id': 7,
    'retrieval.documents.0.document.content': 'Cats purr.',
  }

  for (const { documents } of bothForms(span)) expect(documents).toEqual([{ id: '7', content: 'Cats purr.' }])
})

test('a reranker that failed has no output', () => {
  const span = {
    'openinference.span.kind': 'RERANKER',
    'reranker.query': 'Why?',
    'reranker.input_documents.0.document.content': 'Because.',
  }

  expect(messagesOf({ span })).toMatchObject({ kind: 'reranker', output: [], documents: [] })
})
