import type { AdminKey } from '../service/admin-key.ts'
import type { ServerFacts } from '../service/server.ts'
import { serviceVersion } from '../version.ts'

/**
 * What is printed once the service listens. Secrets are for a person at a terminal: anywhere else the output ends up
 * in a log, so it has no sign-in link and says where the key is kept. A terminal shows the key only when it was
 * just made.
 */
export function banner(facts: ServerFacts, isTerminal: boolean): string[] {
  const { url, otlpGrpcPort, folder, keyFile, adminKey, issueSignInToken } = facts
  const { told, shell } = keyTexts(adminKey, keyFile, isTerminal)
  return [
    '',
    `  Heddle ${serviceVersion}`,
    '',
    `  URL      ${url}`,
    ...(isTerminal ? [`  Sign in  ${url}/?token=${issueSignInToken()}  (works once, for ten minutes)`] : []),
    ...(otlpGrpcPort === null ? [] : [`  OTLP     gRPC on port ${otlpGrpcPort}`]),
    `  Data     ${folder}`,
    `  API key  ${told}`,
    '',
    '  Environment for the SDKs:',
    '',
    `    export WANDB_BASE_URL=${url}`,
    `    export WF_TRACE_SERVER_URL=${url}`,
    `    export WANDB_API_KEY=${shell}`,
    '    export WANDB_ERROR_REPORTING=false',
    // The Python SDK's cache does not tell servers apart.
    `    export WEAVE_SERVER_CACHE_DIR="$HOME/.cache/heddle-${new URL(url).host.replace(':', '-')}"`,
    '',
  ]
}

function keyTexts(
  adminKey: AdminKey,
  keyFile: string,
  isTerminal: boolean,
): { readonly told: string; readonly shell: string } {
  const inFile = { told: `kept in ${keyFile}`, shell: `$(cat '${keyFile}')` }
  switch (adminKey.from) {
    case 'now':
      return isTerminal
        ? { told: `${adminKey.key}  (shown once, kept in ${keyFile})`, shell: adminKey.key }
        : inFile
    case 'before':
      return adminKey.isInFile
        ? inFile
        : {
            told: `made earlier, not in ${keyFile}; for a new one: heddle keys create admin`,
            shell: 'YOUR_API_KEY',
          }
    case 'environment':
      return { told: 'as set in HEDDLE_API_KEY', shell: '$HEDDLE_API_KEY' }
  }
}
