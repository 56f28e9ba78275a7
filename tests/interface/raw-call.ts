import type { Service } from '../../server/src/testing/service.ts'

/** Sends and reads the call c1 as text: JavaScript cannot write all that JSON can. */
export function rawCall(service: Service) {
  const send = (url: string, body: string) => service.request({ method: 'POST', url, body })
  return {
    send,
    start: (project_id: string, inputs: string) =>
      send(
        '/call/start',
        `{"start":{"project_id":"${project_id}","id":"c1","op_name":"x","started_at":0,"attributes":{},"inputs":${inputs}}}`,
      ),
    end: (project_id: string, output: string, summary = '{}') =>
      send(
        '/call/end',
        `{"end":{"project_id":"${project_id}","id":"c1","ended_at":1,"output":${output},"summary":${summary}}}`,
      ),
    read: async (project_id: string) =>
      (await send('/call/read', `{"project_id":"${project_id}","id":"c1","include_costs":true}`)).text,
  }
}
